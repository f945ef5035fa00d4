/**
 * One configured server as the rest of the program sees it: usually one supervised connection that all callers share,
 * several equal ones (`instances`), or one for each session (`isolation: "session"`).
 */
import { TackleError } from "../errors.ts";
import type { JsonObject, ServerDefinition, ServerLists, ServerStatus } from "../types.ts";
import type { SendOptions } from "./connection.ts";
import type { Supervisor } from "./supervise/supervisor.ts";

export interface ServerSendOptions extends SendOptions {
  /** Whose call this is; only servers with `isolation: "session"` care. */
  readonly session?: string;
}

/** Makes the supervisor of one connection; `isFirst` is the one that speaks for the server. */
export type MakeSupervisor = (definition: ServerDefinition, isFirst: boolean) => Supervisor;

export class Server {
  readonly definition: ServerDefinition;
  readonly #make: MakeSupervisor;
  readonly #first: Supervisor;
  readonly #others: readonly Supervisor[];
  readonly #sessions = new Map<string, Supervisor>();
  #isStopped = false;

  constructor(definition: ServerDefinition, make: MakeSupervisor) {
    this.definition = definition;
    this.#make = make;
    this.#first = make(definition, true);
    this.#others = Array.from({ length: definition.instances - 1 }, () => make(definition, false));
  }

  get lists(): ServerLists {
    return this.#first.lists;
  }

  get instructions(): string | undefined {
    return this.#first.connection?.instructions;
  }

  /** That of the first instance, unless only another one works. */
  status(): ServerStatus {
    return this.#others.length === 0 ? this.#first.status() : this.#best().status();
  }

  /** Connects, unless the server is to wait for its first call, and it is known what there is to call. */
  async start(): Promise<void> {
    if (this.definition.connect === "eager" || !this.#first.isKnown) await this.connect();
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
    return supervisor.send(method, this.#withSession(params, options.session), options);
  }

  /** Our own servers may know whose call it is, and remember what that session has read; nobody else is told. */
  #withSession(params: JsonObject, session: string | undefined): JsonObject {
    if (this.definition.type !== "inprocess" || session === undefined) return params;
    return { ...params, _meta: { "tacklebox/session": session } };
  }

  /** Ends the connection that belongs to a session. */
  async endSession(session: string): Promise<void> {
    const supervisor = this.#sessions.get(session);
    this.#sessions.delete(session);
    await supervisor?.stop();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#all().map((supervisor) => supervisor.stop()));
    this.#sessions.clear();
  }

  #supervisorFor(session: string | undefined): Supervisor {
    if (this.definition.isolation === "session" && session !== undefined)
      return this.#supervisorOfSession(session);
    return this.#others.length === 0 ? this.#first : this.#best();
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
    const supervisor = this.#make(this.definition, false);
    this.#sessions.set(session, supervisor);
    return supervisor;
  }

  #all(): Supervisor[] {
    return [this.#first, ...this.#others, ...this.#sessions.values()];
  }
}

function stopped(server: string): TackleError {
  return new TackleError({ code: "connection", message: `Server '${server}' was stopped`, server });
}
