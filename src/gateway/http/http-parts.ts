/** What the gateway over HTTP is made of, and what is found out about a request on its way. */
import type { DoorRules } from "../../gate/endpoint.ts";
import type { TokenVerdict } from "../../gate/tokens.ts";
import type { Era } from "../../types.ts";
import type { RenewedMap } from "../../util/renewed-collections.ts";
import type { GatewayParts } from "../parts.ts";
import type { View } from "../view/view.ts";
import type { PostReply } from "./post-reply.ts";
import type { EndpointRoute, Route } from "./route.ts";
import type { SessionLimits, SessionTable } from "./session-table.ts";

export interface HttpOptions extends GatewayParts, SessionLimits {
  readonly door: DoorRules;
  readonly maxConnections: number;
  /** What an endpoint shows; undefined when there is no such endpoint. */
  viewOf(route: EndpointRoute): View | undefined;
  /** Who a request comes from, or why it may not be made. */
  admit(authorization: string | undefined, route: Route): Admission;
  /** Whether somebody who was admitted still would be. */
  isStillAdmitted(principal: string): boolean;
  /** Told of every request when it was answered. */
  onAnswered?: ((request: AnsweredRequest) => void) | undefined;
  /** Told of what must not happen. */
  onDefect?: ((error: unknown) => void) | undefined;
  metrics(): string;
  isReady(): boolean;
}

export interface AnsweredRequest {
  readonly route: Route["kind"] | "none";
  readonly status: number;
  /** Undefined for what is not MCP. */
  readonly era: Era | undefined;
}

export type Admission = TokenVerdict;

/** What the handlers of both eras work with. */
export interface HttpParts extends HttpOptions {
  readonly sessions: SessionTable;
  /** Modern requests that are under way, each with what gives it up. */
  readonly open: RenewedMap<PostReply, AbortController>;
  /** Aborts when the gateway is about to end. */
  readonly draining: AbortSignal;
}

/** What is found out about a request on its way. */
export interface Seen extends AnsweredRequest {
  route: AnsweredRequest["route"];
  era: Era | undefined;
  status: number;
}
