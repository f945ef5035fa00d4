/**
 * Keeps one connection to one server alive, as one explicit state machine:
 *
 *   idle ──start, call──▶ starting ──▶ ready ◀──▶ degraded       (it misses a health check, or cannot list)
 *    ▲                     │  ▲          │
 *    │ idle timeout        │  └─timer─ backing-off ◀── lost, failed start   (may pass by itself)
 *    │                     ├──▶ needs-auth                                  (a person must sign in)
 *    └── stop ── stopping  └──▶ failed     (cannot pass by itself, or too often: only a slow probe, a call or a person)
 *
 * There is one attempt to connect at a time, whoever wants it. Nothing is retried that cannot get better by itself.
 */
import type { TackleError } from "../../errors.ts";
import type { JsonObject, ServerDefinition, ServerLists, ServerStatus } from "../../types.ts";
import type { Connection, SendOptions } from "../connection.ts";
import type { EraVerdict } from "../era.ts";
import { explainFailure } from "../explain-failure.ts";
import { listCapabilities } from "../lists/list-capabilities.ts";
import { isSessionLost } from "../transports/http/classify-http-error.ts";
import { Condition } from "./condition.ts";
import { FailureRecord } from "./failure-record.ts";
import { followListChanges } from "./follow-list-changes.ts";
import { judgeFailure } from "./judge-failure.ts";
import { ListRefresher } from "./list-refresher.ts";
import type { SupervisionPolicy } from "./policy.ts";
import type { StartLimit } from "./start-limit.ts";
import { keepUp } from "./upkeep.ts";
import { waitAtMost } from "./wait-at-most.ts";

/** What is remembered of a server between its lives. */
export interface KnownServer {
  readonly lists: ServerLists;
  readonly verdict: EraVerdict;
}

export interface SupervisorOptions {
  readonly definition: ServerDefinition;
  readonly policy: SupervisionPolicy;
  readonly startLimit: StartLimit;
  readonly known: KnownServer | undefined;
  open(attempt: {
    verdict: EraVerdict | undefined;
    signal: AbortSignal;
    onListChange: () => void;
  }): Promise<Connection>;
  onState(status: ServerStatus): void;
  onLists(lists: ServerLists): void;
  onKnown(known: KnownServer): void;
  onRemark(remark: string): void;
}

export const NO_LISTS: ServerLists = {
  tools: [],
  resources: [],
  resourceTemplates: [],
  prompts: [],
  problems: [],
};

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #life = new AbortController();
  readonly #failures: FailureRecord;
  readonly #condition: Condition;
  #verdict: EraVerdict | undefined;
  #lists: ServerLists;
  #connection: Connection | undefined;
  #attempt: Promise<Connection> | undefined;
  /** Everyone who waits for a connection while none is being made right now. */
  #hoped: PromiseWithResolvers<Connection> | undefined;
  #refresher: ListRefresher | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #endUpkeep: (() => void) | undefined;
  #lastAttempt = 0;
  #lastUse = performance.now();
  #restarts = -1;
  #closing = new Set<Promise<void>>();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#condition = new Condition(options.definition.name, () => options.onState(this.status()));
    this.#failures = new FailureRecord(options.policy);
    this.#lists = options.known?.lists ?? NO_LISTS;
    this.#verdict = options.known?.verdict;
  }

  get lists(): ServerLists {
    return this.#lists;
  }

  /** Calls under way; a pool sends the next one where there are fewest. */
  get inFlight(): number {
    return this.#connection?.inFlight ?? 0;
  }

  get connection(): Connection | undefined {
    return this.#connection;
  }

  status(): ServerStatus {
    return {
      name: this.#options.definition.name,
      state: this.#condition.state,
      reason: this.#condition.reason?.message,
      hint: this.#condition.reason?.hint,
      since: this.#condition.since,
      era: this.#connection?.era ?? this.#verdict?.era,
      protocolVersion: this.#connection?.protocolVersion,
      tools: this.#lists.tools.length,
      restarts: Math.max(0, this.#restarts),
    };
  }

  /** Connects now. Resolves when it is decided how that went; a failure is in the state, not thrown. */
  async start(): Promise<void> {
    await this.#connect().catch(() => undefined);
  }

  /** Forgets past failures and tries at once: a person said so. */
  async reconnect(): Promise<void> {
    this.#failures.forget();
    const { connection } = this;
    if (connection !== undefined) this.#drop(connection);
    await this.start();
  }

  async send(method: string, params: JsonObject, options: SendOptions): Promise<unknown> {
    const end = performance.now() + options.timeoutMs;
    const remaining = (): SendOptions => ({
      ...options,
      timeoutMs: Math.max(1, Math.round(end - performance.now())),
    });
    const connection = this.#connection ?? (await this.#available(method, options));
    this.#lastUse = performance.now();
    try {
      return await connection.send(method, params, remaining());
    } catch (error) {
      // The server forgot our session and so did not run the call: one new connection, shared by all, and once more.
      if (!isSessionLost(error)) throw error;
      this.#drop(connection);
      const next = await this.#available(method, remaining());
      return await next.send(method, params, remaining());
    } finally {
      this.#lastUse = performance.now();
    }
  }

  async stop(): Promise<void> {
    this.#life.abort();
    this.#condition.become("stopping");
    clearTimeout(this.#retryTimer);
    this.#hoped?.reject(this.#condition.unavailable("was stopped"));
    const { connection } = this;
    if (connection !== undefined) this.#drop(connection);
    await this.#attempt?.catch(() => undefined);
    while (this.#closing.size > 0) await Promise.all(this.#closing);
    this.#condition.become("idle");
  }

  /** Work that must be over before the server counts as stopped. */
  waitFor(work: Promise<void>): void {
    const settled = work.catch((error: unknown) =>
      this.#options.onRemark(`closing failed: ${String(error)}`),
    );
    this.#closing.add(settled);
    void settled.finally(() => this.#closing.delete(settled));
  }

  /** A connection, waited for at most as long as the call may take. */
  async #available(method: string, { timeoutMs, signal, tool }: SendOptions): Promise<Connection> {
    const { name: server } = this.#options.definition;
    const outcome = await waitAtMost(this.#connectOnDemand(), timeoutMs, signal);
    if (outcome.kind === "done") return outcome.value;
    if (outcome.kind === "aborted")
      throw explainFailure(undefined, { server, method, tool, wasCancelled: true });
    throw this.#condition.unavailable(`was not ready within ${Math.round(timeoutMs)} ms`, "timeout");
  }

  #connectOnDemand(): Promise<Connection> {
    if (this.#life.signal.aborted) return Promise.reject(this.#condition.unavailable("was stopped"));
    const isRecent = performance.now() - this.#lastAttempt < this.#options.policy.retryOnDemandMs;
    switch (this.#condition.state) {
      case "backing-off":
        this.#hoped ??= hope();
        return this.#hoped.promise;
      case "needs-auth":
        return Promise.reject(this.#condition.unavailable("needs you to sign in"));
      case "failed":
        return isRecent ? Promise.reject(this.#condition.unavailable("is not available")) : this.#connect();
      default:
        return this.#connect();
    }
  }

  #connect(): Promise<Connection> {
    if (this.#connection !== undefined) return Promise.resolve(this.#connection);
    if (this.#attempt === undefined) {
      clearTimeout(this.#retryTimer);
      this.#attempt = this.#open().finally(() => (this.#attempt = undefined));
      this.#attempt.catch(() => undefined); // whoever waits gets it; nobody waiting is no accident
    }
    return this.#attempt;
  }

  async #open(): Promise<Connection> {
    const { signal } = this.#life;
    this.#condition.become("starting");
    let release: (() => void) | undefined;
    let connection: Connection | undefined;
    try {
      release = await this.#options.startLimit.take(signal);
      this.#lastAttempt = performance.now();
      const announce = (): void => this.#refresher?.announce();
      connection = await this.#options.open({ verdict: this.#verdict, signal, onListChange: announce });
      signal.throwIfAborted();
      await this.#adopt(connection);
      return connection;
    } catch (error) {
      if (connection !== undefined) this.waitFor(connection.close());
      this.#verdict = undefined; // what was remembered of the server may be what failed
      const failure = explainFailure(error, {
        server: this.#options.definition.name,
        method: "Starting",
        wasCancelled: signal.aborted,
      });
      if (!signal.aborted) this.#fail(failure);
      throw failure;
    } finally {
      release?.();
    }
  }

  /** Reads what the server offers and takes the connection into use. */
  async #adopt(connection: Connection): Promise<void> {
    const read = (): Promise<ServerLists> => listCapabilities(connection);
    let problem: TackleError | undefined;
    const lists = await read().catch((error: unknown) => {
      problem = explainFailure(error, { server: connection.server, method: "tools/list" });
      return undefined;
    });
    this.#life.signal.throwIfAborted();
    if (lists === undefined && problem?.code === "connection") throw problem;

    this.#connection = connection;
    this.#verdict = connection.verdict;
    this.#restarts++;
    this.#lastUse = performance.now();
    this.#refresher = new ListRefresher(
      {
        policy: this.#options.policy,
        read,
        onChange: (changed) => this.#takeLists(changed),
        onFailure: (error) => this.#options.onRemark(`the lists could not be read again: ${String(error)}`),
      },
      lists ?? NO_LISTS,
    );
    void connection.closed.then((reason) => this.#lose(connection, reason));
    this.#condition.become(problem === undefined ? "ready" : "degraded", problem);
    this.#hoped?.resolve(connection);
    this.#hoped = undefined;
    if (lists !== undefined) this.#takeLists(lists);
    this.#lookAfter(connection);
  }

  #lookAfter(connection: Connection): void {
    const { policy, definition } = this.#options;
    this.#endUpkeep = keepUp(connection, {
      policy,
      idleTimeoutMs: definition.idleTimeout,
      lastUse: () => this.#lastUse,
      isDoubted: () => this.#condition.state === "degraded",
      onStable: () => this.#failures.forget(),
      onIdle: () => {
        this.#drop(connection);
        this.#condition.become("idle");
      },
      onAnswered: () => this.#condition.state === "degraded" && this.#condition.become("ready"),
      onSilent: (reason) => this.#silent(connection, reason),
    });
    void followListChanges(connection, {
      policy,
      isWanted: () => connection === this.#connection,
      onGap: () => this.#refresher?.announce(),
      onFailure: (remark) => this.#options.onRemark(remark),
    });
  }

  #takeLists(lists: ServerLists): void {
    this.#lists = lists;
    for (const problem of lists.problems) this.#options.onRemark(problem);
    if (this.#verdict !== undefined) this.#options.onKnown({ lists, verdict: this.#verdict });
    this.#options.onLists(lists);
    this.#options.onState(this.status());
  }

  /** The connection ended by itself. */
  #lose(connection: Connection, reason: TackleError | undefined): void {
    if (connection !== this.#connection || reason === undefined) return;
    this.#forget();
    this.waitFor(connection.close());
    this.#fail(reason);
  }

  /** We end the connection. */
  #drop(connection: Connection): void {
    if (connection !== this.#connection) return;
    this.#forget();
    this.waitFor(connection.close());
  }

  #forget(): void {
    this.#connection = undefined;
    this.#refresher?.close();
    this.#endUpkeep?.();
  }

  #fail(reason: TackleError): void {
    const judgement = judgeFailure(reason);
    if (judgement.kind !== "passing") {
      this.#condition.become(judgement.kind === "needs-auth" ? "needs-auth" : "failed", reason);
      this.#disappoint();
      return;
    }
    this.#failures.add(performance.now());
    this.#condition.become(this.#failures.isOpen ? "failed" : "backing-off", reason);
    if (this.#failures.isOpen) this.#disappoint();
    const pause = this.#failures.pauseMs(judgement.retryAfterMs);
    this.#retryTimer = setTimeout(() => void this.start(), pause);
  }

  #disappoint(): void {
    this.#hoped?.reject(this.#condition.unavailable("is not available"));
    this.#hoped = undefined;
  }

  #silent(connection: Connection, reason: TackleError): void {
    const isHopeless = this.#condition.state === "degraded" || judgeFailure(reason).kind !== "passing";
    if (!isHopeless) {
      this.#condition.become("degraded", reason);
      return;
    }
    this.#drop(connection);
    this.#fail(reason);
  }
}

function hope(): PromiseWithResolvers<Connection> {
  const resolvers = Promise.withResolvers<Connection>();
  resolvers.promise.catch(() => undefined); // whoever waits gets it
  return resolvers;
}
