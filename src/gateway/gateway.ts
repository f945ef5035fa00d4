/** A box as one MCP server: its endpoints, the clients that use them, and the faces by which they come. */
import { PLAIN_PROFILE } from "../config/validate/read-profiles.ts";
import type { Box } from "../box/box.ts";
import { offeredStatus } from "../box/offered-status.ts";
import type { DoorRules } from "../gate/endpoint.ts";
import type { JsonObject } from "../types.ts";
import { AttachListener, type AttachOptions } from "./attach/attach-listener.ts";
import { HttpFace } from "./http/http-face.ts";
import type { HttpOptions } from "./http/http-parts.ts";
import type { EndpointRoute } from "./http/route.ts";
import { ServerLogLevels } from "./legacy/server-log-levels.ts";
import { HeldConversations } from "./modern/held-conversations.ts";
import { News } from "./news.ts";
import type { CallTracer } from "./operations/call-tracer.ts";
import type { GatewayParts } from "./parts.ts";
import { Refusals, type Limit } from "./refusals.ts";
import { Started } from "./started.ts";
import { StdioFace, type Pipes } from "./stdio/stdio-face.ts";
import { NamedResources } from "./view/named-resources.ts";
import { DEFAULT_PROFILE, profileOfServer, type EndpointProfile } from "./view/profile.ts";
import { View } from "./view/view.ts";

export interface GatewayOptions {
  readonly box: Box;
  readonly version: string;
  /** Resolves when every server has started or failed. */
  readonly started: Promise<void>;
  /** The longest message that a client may send. */
  readonly maxBodyBytes?: number;
  /** Where calls are traced. */
  readonly tracer?: CallTracer | undefined;
}

export interface HttpSettings extends Pick<
  HttpOptions,
  "admit" | "isStillAdmitted" | "onAnswered" | "onDefect" | "metrics" | "isReady"
> {
  readonly host: string;
  readonly port: number;
  readonly door: DoorRules;
  readonly maxSessions?: number | undefined;
  readonly sessionIdleMs?: number | undefined;
  readonly maxConnections?: number | undefined;
}

export interface AttachSettings extends AttachOptions {
  /** Held while the address is claimed. */
  readonly lockFile: string;
}

const LONGEST_DRAIN_MS = 10_000;
const DEFAULT_MAX_BODY_BYTES = 16 * 1024 * 1024;
const DEFAULT_MAX_SESSIONS = 1000;
const DEFAULT_SESSION_IDLE_MS = 30 * 60 * 1000;
const DEFAULT_MAX_CONNECTIONS = 2000;

export class Gateway {
  readonly #box: Box;
  readonly #serverInfo: JsonObject;
  readonly #maxBodyBytes: number;
  readonly #tracer: CallTracer | undefined;
  readonly #news: News;
  readonly #named: NamedResources;
  readonly #refusals = new Refusals();
  readonly #held = new HeldConversations({ onRefused: () => this.#refusals.count("heldRequests") });
  readonly #logLevels: ServerLogLevels;
  readonly #started: Started;
  readonly #views = new Map<string, { readonly view: View; readonly config: Box["config"] }>();
  /** Clients over pipes, each with what resolves when it is gone. */
  readonly #faces = new Map<StdioFace, Promise<void>>();
  #http: HttpFace | undefined;
  #attached: AttachListener | undefined;

  constructor({ box, version, started, maxBodyBytes = DEFAULT_MAX_BODY_BYTES, tracer }: GatewayOptions) {
    this.#started = new Started(box, started);
    this.#box = box;
    this.#serverInfo = { name: "tacklebox", title: "Tacklebox", version };
    this.#maxBodyBytes = maxBodyBytes;
    this.#tracer = tracer;
    this.#news = new News(box, this.#started);
    this.#named = new NamedResources(box);
    this.#logLevels = new ServerLogLevels(box);
  }

  /** Begins to serve over HTTP, and gives the port. */
  async listen({ host, port, ...settings }: HttpSettings): Promise<number> {
    this.#http = new HttpFace({
      ...this.#parts(),
      maxSessions: settings.maxSessions ?? DEFAULT_MAX_SESSIONS,
      idleMs: settings.sessionIdleMs ?? DEFAULT_SESSION_IDLE_MS,
      maxConnections: settings.maxConnections ?? DEFAULT_MAX_CONNECTIONS,
      door: settings.door,
      admit: settings.admit,
      isStillAdmitted: settings.isStillAdmitted,
      onAnswered: settings.onAnswered,
      onDefect: settings.onDefect,
      metrics: settings.metrics,
      isReady: settings.isReady,
      viewOf: (route) => this.#viewOf(route),
    });
    return this.#http.listen(port, host);
  }

  /** Serves one client over a pair of pipes, until it is gone. */
  async serve(profile: string, pipes: Pipes, signal: AbortSignal): Promise<void> {
    await this.#serve(profile, pipes, { signal, isLimited: false });
  }

  /** Lets programs of the same user attach at an address; false when another gateway has it. */
  async attach(address: string, { lockFile, ...options }: AttachSettings): Promise<boolean> {
    const endless = new AbortController().signal;
    const listener = new AttachListener({
      ...options,
      hasProfile: (name) => this.hasProfile(name),
      status: () => offeredStatus(this.#box),
      // Others use this gateway too, as they do over HTTP.
      serve: (profile, pipes) => this.#serve(profile, pipes, { signal: endless, isLimited: true }),
    });
    if (!(await listener.listen(address, lockFile))) return false;
    this.#attached = listener;
    return true;
  }

  hasProfile(name: string): boolean {
    return this.#profile(name) !== undefined;
  }

  get sessions(): number {
    return this.#http?.sessions ?? 0;
  }

  /** Requests of modern clients that wait for an answer to a question. */
  get heldConversations(): number {
    return this.#held.size;
  }

  /** How often clients were refused because of a limit. */
  get refusals(): ReadonlyMap<Limit, number> {
    return this.#refusals.counts;
  }

  /** Takes nothing new, and resolves when what is under way is done. */
  async drain(): Promise<void> {
    this.#attached?.stop();
    const faces = [...this.#faces].map(async ([face, served]) => {
      await face.drain(LONGEST_DRAIN_MS);
      await served;
    });
    await Promise.all([this.#http?.drain(LONGEST_DRAIN_MS), ...faces]);
    this.#attached?.close();
    this.#held.close();
    this.#news.close();
    this.#named.close();
  }

  close(): void {
    this.#http?.close();
    this.#attached?.close();
  }

  async #serve(
    profile: string,
    { input, output, audience }: Pipes,
    { signal, isLimited }: { readonly signal: AbortSignal; readonly isLimited: boolean },
  ): Promise<void> {
    const view = this.#viewOf({ kind: "profile", profile });
    if (view === undefined) return;
    const limits = isLimited ? () => this.#box.config.settings.gateway : undefined;
    const face = new StdioFace(this.#parts(), view, { output, audience, limits });
    const served = face.serve(input, signal);
    this.#faces.set(face, served);
    try {
      await served;
    } finally {
      this.#faces.delete(face);
    }
  }

  #parts(): GatewayParts {
    return {
      box: this.#box,
      news: this.#news,
      held: this.#held,
      logLevels: this.#logLevels,
      started: this.#started,
      refusals: this.#refusals,
      serverInfo: this.#serverInfo,
      maxBodyBytes: this.#maxBodyBytes,
      tracer: this.#tracer,
    };
  }

  /** One view for each endpoint, whatever becomes of its profile; undefined where there is no such endpoint. */
  #viewOf(route: EndpointRoute): View | undefined {
    const key = route.kind === "profile" ? `profile ${route.profile}` : `server ${route.server}`;
    const profileOf = (): EndpointProfile | undefined =>
      route.kind === "profile" ? this.#profile(route.profile) : this.#serverProfile(route.server);
    const known = this.#views.get(key);
    const { config } = this.#box;
    if (known?.config === config) return known.view;
    if (profileOf() === undefined) return undefined;
    const view = known?.view ?? new View(this.#box, profileOf, this.#named);
    this.#views.set(key, { view, config });
    return view;
  }

  #profile(name: string): EndpointProfile | undefined {
    const { profiles } = this.#box.config.settings;
    const written = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
    if (written !== undefined) return { ...written, name };
    return name === DEFAULT_PROFILE ? WHOLE_BOX : undefined;
  }

  #serverProfile(server: string): EndpointProfile | undefined {
    return this.#box.config.servers.has(server) ? profileOfServer(server) : undefined;
  }
}

const WHOLE_BOX: EndpointProfile = { ...PLAIN_PROFILE, name: DEFAULT_PROFILE };
