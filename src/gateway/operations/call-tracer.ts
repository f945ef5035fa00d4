/** What a request needs of tracing, so that nothing of it is loaded where it is not configured. */
import type { Era, JsonObject } from "../../types.ts";

export interface TracedRequest {
  readonly method: string;
  readonly era: Era;
  /** What the client sent along with its request; for a call inside another, what that one sends along. */
  readonly meta: JsonObject;
  /** We make it in the course of another, and no client does. */
  readonly isInner?: boolean;
}

export interface RequestTarget {
  /** Of a tool or a prompt. */
  readonly name?: string | undefined;
  /** Undefined for what the gateway does itself. */
  readonly server?: string | undefined;
}

export interface RequestSpan {
  /** What is sent along to the server in place of the client's own. */
  readonly meta: JsonObject;
  /** What the request turned out to be for; the last word counts. */
  about(target: RequestTarget): void;
  /** What became of it, where somebody knows that better than whoever ends it; the last word counts. */
  note(outcome: string): void;
  /** Ends it, once. */
  end(outcome: string): void;
}

export interface CallTracer {
  begin(request: TracedRequest): RequestSpan;
}

export interface SpanCounts {
  readonly exported: number;
  readonly dropped: number;
}
