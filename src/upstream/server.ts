/**
 * One configured server as the rest of the program sees it: usually one supervised connection that all callers share,
 * several equal ones (`instances`), or one for each session (`isolation: "session"`).
 */
import { TackleError } from "../errors.ts";
import type {
  CacheHint,
  JsonObject,
  ServerDefinition,
  ServerLists,
  ServerStatus,
  ToolDefinition,
} from "../types.ts";
import { argumentText, encodeHeaderText, parameterHeadersOf } from "../util/parameter-headers.ts";
import { isObject } from "../util/is-object.ts";
import { RenewedSet } from "../util/renewed-collections.ts";
import type { SendOptions } from "./connection.ts";
import { hintOf } from "./lists/cache-hint.ts";
import { ServerWishes } from "./server-wishes.ts";
import type { Supervisor } from "./supervise/supervisor.ts";

export interface ServerSendOptions extends SendOptions {
  /** Whose call this is; only servers with `isolation: "session"` care. */
  readonly session?: string | undefined;
  /** The id of the call; only our own servers are told. */
  readonly call?: string | undefined;
}

/** Makes the supervisor of one connection; the first one speaks for the server. */
export type MakeSupervisor = (definition: ServerDefinition, role: SupervisorRole) => Supervisor;

export interface SupervisorRole {
  readonly isFirst: boolean;
  /** The session that has the connection for itself. */
  readonly session?: string;
}

export class Server {
  readonly definition: ServerDefinition;
  readonly #make: MakeSupervisor;
  readonly #first: Supervisor;
  readonly #others: readonly Supervisor[];
  readonly #sessions = new Map<string, Supervisor>();
  readonly #underWay = new RenewedSet<Promise<unknown>>();
  readonly #wishes: ServerWishes;
  #isStopped = false;

  /** `wishes` are those that a server of the same name left. */
  constructor(definition: ServerDefinition, make: MakeSupervisor, wishes = new ServerWishes()) {
    this.definition = definition;
    this.#make = make;
    this.#wishes = wishes;
    this.#first = make(definition, { isFirst: true });
    this.#others = Array.from({ length: definition.instances - 1 }, () =>
      make(definition, { isFirst: false }),
    );
    this.#inherit();
  }

  get lists(): ServerLists {
    return this.#first.lists;
  }

  /** How long one of its lists may be used; undefined where it does not say, or has not said it in this life. */
  hintOf(list: keyof Omit<ServerLists, "problems">): CacheHint | undefined {
    return this.isConnected ? hintOf(this.lists[list]) : undefined;
  }

  get instructions(): string | undefined {
    return this.#first.instructions;
  }

  /** What the server said that it can do; undefined while it is not connected. */
  get capabilities(): JsonObject | undefined {
    return this.#first.connection?.capabilities;
  }

  /** That of the first instance, unless only another one works. */
  status(): ServerStatus {
    return this.#others.length === 0 ? this.#first.status() : this.#best().status();
  }

  /**
   * Connects, unless the server is to wait for its first call, and it is known what there is to call. Whoever wants news
   * of its resources makes no call for them.
   */
  async start(): Promise<void> {
    const watching = [...this.#wishes.watched()].map(({ session }) =>
      this.#supervisorFor(session, this.#first),
    );
    const isWanted = this.definition.connect === "eager" || !this.isKnown;
    await Promise.all([
      ...(isWanted ? [this.connect()] : []),
      ...watching.map((supervisor) => supervisor.start()),
    ]);
  }

  /** Whether anything was ever known of what it offers. */
  get isKnown(): boolean {
    return this.#first.isKnown;
  }

  /** Whether its lists are those of a live connection and not remembered ones. */
  get isConnected(): boolean {
    return this.#first.connection !== undefined;
  }

  /** Waits until calls can be made; throws when that takes too long or cannot be. */
  ready(options: SendOptions): Promise<void> {
    return this.#first.ready(options);
  }

  async connect(): Promise<void> {
    await Promise.all([this.#first, ...this.#others].map((supervisor) => supervisor.start()));
  }

  /** Ends the connections; the next call makes new ones. */
  async disconnect(): Promise<void> {
    await Promise.all(this.#all().map((supervisor) => supervisor.disconnect()));
  }

  async reconnect(): Promise<void> {
    await Promise.all(this.#all().map((supervisor) => supervisor.reconnect()));
  }

  send(method: string, params: JsonObject, options: ServerSendOptions): Promise<unknown> {
    if (this.#isStopped) return Promise.reject(stopped(this.definition.name));
    const supervisor = this.#supervisorFor(options.session);
    const isRemote = this.definition.type === "http" && method === "tools/call";
    const headers = isRemote ? headersFor(params, this.lists.tools) : undefined;
    const sent = this.#withOrigin(params, options);
    const reply = supervisor.send(method, sent, headers === undefined ? options : { ...options, headers });
    return this.definition.type === "inprocess" ? this.#follow(reply) : reply;
  }

  /** Wants news of a resource; with `resources/updated` the server tells that it changed. */
  async watch(uri: string, session: string | undefined): Promise<void> {
    this.#wishes.watch({ uri, session });
    try {
      const supervisor = this.#supervisorFor(session, this.#first);
      await supervisor.start();
      await supervisor.wishes.watch(uri);
    } catch (error) {
      if (this.#isStopped) return; // replaced meanwhile: the successor has the wish
      this.#wishes.unwatch({ uri, session });
      throw error;
    }
  }

  async unwatch(uri: string, session: string | undefined): Promise<void> {
    if (!this.#wishes.unwatch({ uri, session })) return;
    await this.#supervisorFor(session, this.#first).wishes.unwatch(uri);
  }

  /** How severe a log message must be for the server to send it. */
  async setLogLevel(level: string, session: string | undefined): Promise<void> {
    this.#wishes.setLogLevel(level, session);
    await Promise.all(this.#loggersFor(session).map((supervisor) => supervisor.wishes.setLogLevel(level)));
  }

  #loggersFor(session: string | undefined): readonly Supervisor[] {
    const isOwn = this.definition.isolation === "session" && session !== undefined;
    return isOwn ? [this.#supervisorFor(session)] : [this.#first, ...this.#others];
  }

  /** Nothing is connected yet: what is noted here is sent to each connection as it is made. */
  #inherit(): void {
    for (const { uri, session } of this.#wishes.watched())
      this.#supervisorFor(session, this.#first).wishes.note(uri);
    for (const [session, level] of this.#wishes.logLevels)
      for (const supervisor of this.#loggersFor(session)) supervisor.wishes.noteLogLevel(level);
  }

  /** Our own servers may know whose call it is and which; nobody else is told, and no client can say it in our place. */
  #withOrigin(params: JsonObject, { session, call }: ServerSendOptions): JsonObject {
    if (this.definition.type !== "inprocess") return params;
    const { "tacklebox/session": _session, "tacklebox/call": _call, ...meta } = metaOf(params);
    const origin = {
      ...(session === undefined ? undefined : { "tacklebox/session": session }),
      ...(call === undefined ? undefined : { "tacklebox/call": call }),
    };
    return { ...params, _meta: { ...meta, ...origin } };
  }

  /** Tells a session's own connection something, where there is one; a server that starts later has nothing to be told. */
  async tellOwn(session: string, method: string): Promise<void> {
    const connection = this.#sessions.get(session)?.connection;
    if (connection?.era === "legacy") await connection.notify(method, {});
  }

  /** Ends the connection that belongs to a session. */
  async endSession(session: string): Promise<void> {
    const supervisor = this.#sessions.get(session);
    this.#sessions.delete(session);
    await supervisor?.stop();
  }

  #follow(reply: Promise<unknown>): Promise<unknown> {
    this.#underWay.add(reply);
    const forget = (): void => void this.#underWay.delete(reply);
    reply.then(forget, forget);
    return reply;
  }

  /** For a server in this process: stops when the calls under way have ended, each by its own deadline at the latest. */
  async finish(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    await this.stop();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#all().map((supervisor) => supervisor.stop()));
    this.#sessions.clear();
  }

  #supervisorFor(session: string | undefined, shared?: Supervisor): Supervisor {
    if (this.definition.isolation === "session" && session !== undefined)
      return this.#supervisorOfSession(session);
    return shared ?? (this.#others.length === 0 ? this.#first : this.#best());
  }

  /** The least loaded of those that are ready; where none is, the least loaded of all. */
  #best(): Supervisor {
    const lanes = [this.#first, ...this.#others];
    const ready = lanes.filter((lane) => lane.status().state === "ready");
    const [first = this.#first, ...rest] = ready.length > 0 ? ready : lanes;
    return rest.reduce((best, lane) => (lane.load < best.load ? lane : best), first);
  }

  #supervisorOfSession(session: string): Supervisor {
    const known = this.#sessions.get(session);
    if (known !== undefined) return known;
    const supervisor = this.#make(this.definition, { isFirst: false, session });
    this.#sessions.set(session, supervisor);
    return supervisor;
  }

  #all(): Supervisor[] {
    return [this.#first, ...this.#others, ...this.#sessions.values()];
  }
}

/** Arguments that the tool wants repeated in headers. */
function headersFor(
  params: JsonObject,
  tools: readonly ToolDefinition[],
): Record<string, string> | undefined {
  const tool = tools.find(({ name }) => name === params["name"]);
  const declared = tool === undefined ? undefined : parameterHeadersOf(tool.inputSchema);
  if (declared?.kind !== "sound" || declared.headers.length === 0) return undefined;
  const headers: Record<string, string> = {};
  for (const { path, header } of declared.headers) {
    const text = argumentText(params["arguments"], path);
    if (text !== undefined) headers[`Mcp-Param-${header}`] = encodeHeaderText(text);
  }
  return headers;
}

function metaOf({ _meta }: JsonObject): JsonObject {
  return isObject(_meta) ? _meta : {};
}

function stopped(server: string): TackleError {
  return new TackleError({ code: "connection", message: `Server '${server}' was stopped`, server });
}
