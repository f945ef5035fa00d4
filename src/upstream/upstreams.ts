/**
 * All servers together: starts them in parallel, keeps the ones that a new configuration leaves as they are, and stops
 * every one. A server that may not run is kept as a name with its reason.
 */
import { availableParallelism } from "node:os";
import { TackleError } from "../errors.ts";
import type {
  CallClient,
  JsonObject,
  ServerDefinition,
  ServerLists,
  ServerState,
  ServerStatus,
} from "../types.ts";
import { canonicalJson } from "../util/canonical-json.ts";
import { nearest } from "../util/nearest.ts";
import { connect, type ConnectOptions } from "./connect.ts";
import type { Cause } from "./flights.ts";
import { ServerWishes, type WatchWish } from "./server-wishes.ts";
import { Server, type SupervisorRole } from "./server.ts";
import { DEFAULT_POLICY, type SupervisionPolicy } from "./supervise/policy.ts";
import { createStartLimit } from "./supervise/start-limit.ts";
import { Supervisor, type KnownServer } from "./supervise/supervisor.ts";

/** What the configuration says of one server: run it like this, or why not. */
export type PlannedServer =
  | { readonly kind: "run"; readonly definition: ServerDefinition }
  | {
      readonly kind: "hold";
      readonly name: string;
      readonly state: Extract<ServerState, "disabled" | "untrusted" | "invalid">;
      readonly reason: string;
      readonly hint?: string;
    };

export interface UpstreamsOptions {
  readonly clientVersion: string;
  readonly inProcess: ConnectOptions["inProcess"];
  readonly redact: (text: string) => string;
  readonly policy?: Partial<SupervisionPolicy>;
  /** What was remembered of a server with this definition. */
  recall?(definition: ServerDefinition): KnownServer | undefined;
  remember?(definition: ServerDefinition, known: KnownServer): void;
  onState?(status: ServerStatus): void;
  onLists?(server: string, lists: ServerLists): void;
  onRemark?(server: string, remark: string): void;
  onStderr?(server: string, line: string): void;
  /** What a server says unasked, besides that its lists changed. */
  onNotification?(notification: ServerNotification): void;
  /** There may be MCP clients behind the requests, which servers can ask. */
  readonly isInteractive?: boolean;
  /** Given only where the protocol traffic of a server is wanted. */
  trafficOf?(server: ServerDefinition): ConnectOptions["onTraffic"];
}

export interface ServerNotification {
  readonly server: string;
  /** The session that has the server for itself. */
  readonly session: string | undefined;
  readonly method: string;
  readonly params: JsonObject;
  /** Whose request it belongs to. */
  readonly cause: Cause;
}

/** A place to start is lent for so long; by then a server that is going to start at all has had its share. */
const START_LEND_MS = 1500;
/** A server with patient calls may be a slow starter, too; but a handshake is no call. */
const LONGEST_HANDSHAKE_MS = 120_000;

export class Upstreams {
  readonly #options: UpstreamsOptions;
  readonly #policy: SupervisionPolicy;
  readonly #startLimit = createStartLimit(Math.max(4, availableParallelism() * 4), START_LEND_MS);
  readonly #servers = new Map<string, Server>();
  readonly #held = new Map<string, ServerStatus>();
  /** By the name of a server, through all of its definitions, and while it may not run. */
  readonly #wishes = new Map<string, ServerWishes>();
  readonly #ending = new Set<Promise<void>>();
  /** Replaced, and waiting for their last calls. */
  readonly #finishing = new Set<Server>();
  /** Session → its client, which can be asked as long as the session lasts. */
  readonly #owners = new Map<string, CallClient>();
  #isStopped = false;

  constructor(options: UpstreamsOptions) {
    this.#options = options;
    this.#policy = { ...DEFAULT_POLICY, ...options.policy };
  }

  /**
   * Makes the running servers fit the plan; those whose definition did not change are not touched, and a changed one
   * starts only when its old self has ended, or in this process beside it. Resolves when every new server has started or failed;
   * with `isQuiet` none is started before somebody wants it.
   */
  async apply(plan: readonly PlannedServer[], { isQuiet = false } = {}): Promise<void> {
    if (this.#isStopped) return;
    const wanted = new Map(plan.map((planned) => [nameOf(planned), planned]));
    const ending = new Map<string, Promise<void>>();
    const waking: Promise<void>[] = [];
    for (const [name, server] of this.#servers) {
      const planned = wanted.get(name);
      if (planned?.kind === "run" && isSameServer(planned.definition, server.definition)) {
        const isNeeded = planned.definition.connect === "eager" || (!isQuiet && !server.isKnown);
        if (isNeeded) waking.push(server.connect());
        continue;
      }
      this.#servers.delete(name);
      // One in this process holds nothing that its successor needs, so that its calls may finish beside it.
      if (server.definition.type === "inprocess") void this.#finish(server);
      else ending.set(name, this.#end(server));
    }
    for (const name of this.#wishes.keys()) if (!wanted.has(name)) this.#wishes.delete(name);
    const held = new Map(this.#held);
    this.#held.clear();
    const starting: Promise<void>[] = [];
    for (const [name, planned] of wanted) {
      if (planned.kind === "hold") this.#hold(planned, held.get(name));
      else if (!this.#servers.has(name)) {
        const server = this.#add(planned.definition);
        if (!isQuiet) starting.push(startAfter(server, ending.get(name)));
      }
    }
    await Promise.all([...ending.values(), ...waking, ...starting]);
  }

  get(name: string): Server {
    const server = this.#servers.get(name);
    if (server !== undefined) return server;
    throw this.#notRunning(name);
  }

  /** What a server offers, or last offered; undefined for one that may not run. */
  listsOf(name: string): ServerLists | undefined {
    return this.#servers.get(name)?.lists;
  }

  status(): readonly ServerStatus[] {
    const running = [...this.#servers.values()].map((server) => server.status());
    return [...running, ...this.#held.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const server of [...this.#servers.values(), ...this.#finishing]) void this.#end(server);
    await Promise.all(this.#ending);
    this.#servers.clear();
    this.#held.clear();
  }

  /** From now on, what servers ask on connections that the session has for itself is for this client. */
  beginSession(session: string, client: CallClient): void {
    this.#owners.set(session, client);
  }

  /** Tells the servers that a session has for itself something that has no answer. */
  async tellOwn(session: string, method: string): Promise<void> {
    await Promise.all([...this.#servers.values()].map((server) => server.tellOwn(session, method)));
  }

  /** Wants no more news of a resource, also where its server does not run at the moment. */
  async unwatch(name: string, wish: WatchWish): Promise<void> {
    const server = this.#servers.get(name);
    if (server === undefined) this.#wishes.get(name)?.unwatch(wish);
    else await server.unwatch(wish.uri, wish.session);
  }

  /** Ends the connections that one session had for itself. */
  async endSession(session: string): Promise<void> {
    this.#owners.delete(session);
    for (const wishes of this.#wishes.values()) wishes.endSession(session);
    await Promise.all([...this.#servers.values()].map((server) => server.endSession(session)));
  }

  async #finish(server: Server): Promise<void> {
    this.#finishing.add(server);
    await server.finish();
    this.#finishing.delete(server);
  }

  async #end(server: Server): Promise<void> {
    const work = server.stop();
    this.#ending.add(work);
    await work.finally(() => this.#ending.delete(work));
  }

  #add(definition: ServerDefinition): Server {
    const wishes = this.#wishes.get(definition.name) ?? new ServerWishes();
    this.#wishes.set(definition.name, wishes);
    const server = new Server(definition, (own, role) => this.#supervise(own, role), wishes);
    this.#servers.set(definition.name, server);
    return server;
  }

  #hold(planned: Extract<PlannedServer, { kind: "hold" }>, before: ServerStatus | undefined): void {
    const { name, state, reason, hint } = planned;
    if (before?.state === state && before.reason === reason) {
      this.#held.set(name, before);
      return;
    }
    const nothing = { era: undefined, protocolVersion: undefined, tools: 0, restarts: 0 };
    const status: ServerStatus = { name, state, reason, hint, since: Date.now(), ...nothing };
    this.#held.set(name, status);
    this.#options.onState?.(status);
  }

  /**
   * Only the first connection of a server speaks for it; its twins and those of sessions are silent, and so is a server
   * that another one of its name has replaced.
   */
  #supervise(definition: ServerDefinition, { isFirst, session }: SupervisorRole): Supervisor {
    const options = this.#options;
    const { name } = definition;
    const onRemark = (remark: string): void => options.onRemark?.(name, remark);
    const onTraffic = options.trafficOf?.(definition);
    const speaks = (): boolean =>
      isFirst && (this.#servers.get(name)?.definition ?? definition) === definition;
    const supervisor: Supervisor = new Supervisor({
      definition,
      policy: this.#policy,
      startLimit: this.#startLimit,
      known: options.recall?.(definition),
      onRemark,
      onState: (status) => speaks() && options.onState?.(status),
      onLists: (lists) => speaks() && options.onLists?.(name, lists),
      onKnown: (known) => isFirst && options.remember?.(definition, known),
      open: ({ verdict, signal, onListChange }) =>
        connect(definition, {
          clientVersion: options.clientVersion,
          timeoutMs: Math.max(
            this.#policy.handshakeTimeoutMs,
            Math.min(definition.timeout, LONGEST_HANDSHAKE_MS),
          ),
          inProcess: options.inProcess,
          redact: options.redact,
          signal,
          verdict,
          onRemark,
          onStderr: (line) => options.onStderr?.(name, line),
          onCleanup: (work) => supervisor.waitFor(work),
          isInteractive: options.isInteractive === true,
          owner: session === undefined ? undefined : () => this.#owners.get(session),
          onNotification: (method, params, cause) => {
            if (method.endsWith("/list_changed")) onListChange();
            else options.onNotification?.({ server: name, session, method, params, cause });
          },
          ...(onTraffic === undefined ? undefined : { onTraffic }),
        }),
    });
    return supervisor;
  }

  #notRunning(name: string): TackleError {
    const held = this.#held.get(name);
    if (held !== undefined) {
      const what = held.state === "disabled" ? held.reason : `${held.state}: ${held.reason}`;
      const message = `Server '${name}' is ${what}`;
      return new TackleError({
        code: held.state === "untrusted" ? "policy" : "config",
        message,
        hint: held.hint,
        server: name,
      });
    }
    const [suggestion] = nearest(name, [...this.#servers.keys(), ...this.#held.keys()]);
    const hint =
      suggestion === undefined ? "'tackle list' shows the servers." : `Did you mean '${suggestion}'?`;
    return new TackleError({ code: "not-found", message: `There is no server '${name}'`, hint });
  }
}

async function startAfter(server: Server, before: Promise<void> | undefined): Promise<void> {
  await before;
  await server.start();
}

function nameOf(planned: PlannedServer): string {
  return planned.kind === "run" ? planned.definition.name : planned.name;
}

/** Whether a new definition is for the server that runs already; when it was to start does not matter any more. */
function isSameServer(a: ServerDefinition, b: ServerDefinition): boolean {
  return canonicalJson({ ...a, connect: undefined }) === canonicalJson({ ...b, connect: undefined });
}
