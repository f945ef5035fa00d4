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
import { TackleError } from "../../errors.ts";
import type { JsonObject, ServerDefinition, ServerLists, ServerStatus } from "../../types.ts";
import { canonicalJson } from "../../util/canonical-json.ts";
import type { Connection, SendOptions } from "../connection.ts";
import type { EraVerdict } from "../era.ts";
import { explainFailure } from "../explain-failure.ts";
import { isSessionLost } from "../transports/http/classify-http-error.ts";
import { Condition } from "./condition.ts";
import { ConnectionLife } from "./connection-life.ts";
import { FailureRecord } from "./failure-record.ts";
import { judgeFailure } from "./judge-failure.ts";
import { openAndList, type OpenAttempt, type Opened } from "./open-and-list.ts";
import type { SupervisionPolicy } from "./policy.ts";
import type { StartLimit } from "./start-limit.ts";
import { StandingWishes } from "./standing-wishes.ts";
import { WaitingRoom } from "./waiting-room.ts";

/** What is remembered of a server between its lives. */
export interface KnownServer {
  readonly lists: ServerLists;
  readonly verdict: EraVerdict;
  /** What it said of itself. */
  readonly instructions?: string | undefined;
}

export interface SupervisorOptions {
  readonly definition: ServerDefinition;
  readonly policy: SupervisionPolicy;
  readonly startLimit: StartLimit;
  readonly known: KnownServer | undefined;
  open(attempt: OpenAttempt): Promise<Connection>;
  onState(status: ServerStatus): void;
  onLists(lists: ServerLists): void;
  onKnown(known: KnownServer): void;
  onRemark(remark: string): void;
}

const NO_LISTS: ServerLists = { tools: [], resources: [], resourceTemplates: [], prompts: [], problems: [] };

export class Supervisor {
  /** What clients want of the server for as long as they stay. */
  readonly wishes: StandingWishes;
  readonly #options: SupervisorOptions;
  readonly #stopped = new AbortController();
  readonly #failures: FailureRecord;
  readonly #condition: Condition;
  readonly #waiting = new WaitingRoom();
  #verdict: EraVerdict | undefined;
  #lists: ServerLists;
  #instructions: string | undefined;
  #life: ConnectionLife | undefined;
  #attempt: Promise<void> | undefined;
  #attemptEnd: AbortController | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #lastAttempt = 0;
  #lastUse = performance.now();
  #calls = 0;
  #starts = 0;
  #closing = new Set<Promise<void>>();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.wishes = new StandingWishes({
      timeoutMs: options.policy.handshakeTimeoutMs,
      onRemark: (remark) => options.onRemark(remark),
    });
    this.#condition = new Condition(options.definition.name, () => options.onState(this.status()));
    this.#failures = new FailureRecord(options.policy);
    this.#lists = options.known?.lists ?? NO_LISTS;
    this.#instructions = options.known?.instructions;
    this.#verdict = options.known?.verdict;
  }

  get lists(): ServerLists {
    return this.#lists;
  }

  /** What the server says of itself, or said when it was last seen. */
  get instructions(): string | undefined {
    return this.#instructions;
  }

  /** Calls that were given to this connection and have not ended, also those that still wait for it. */
  get load(): number {
    return this.#calls;
  }

  get connection(): Connection | undefined {
    return this.#life?.connection;
  }

  status(): ServerStatus {
    const { state, reason, since } = this.#condition;
    return {
      name: this.#options.definition.name,
      state,
      reason: reason?.message,
      hint: reason?.hint,
      since,
      era: this.connection?.era ?? this.#verdict?.era,
      protocolVersion: this.connection?.protocolVersion,
      tools: this.#lists.tools.length,
      restarts: Math.max(0, this.#starts - 1),
    };
  }

  /** Whether anything was ever known of what the server offers. */
  get isKnown(): boolean {
    return this.#options.known !== undefined || this.#starts > 0;
  }

  /** Waits until calls can be made; throws when that takes too long or cannot be. */
  async ready(options: SendOptions): Promise<void> {
    if (this.#life === undefined) await this.#available("tools/call", options);
  }

  /** Connects now. Resolves when it is decided how that went; a failure is in the state, not thrown. */
  start(): Promise<void> {
    if (this.#life !== undefined || this.#stopped.signal.aborted) return Promise.resolve();
    clearTimeout(this.#retryTimer);
    this.#attempt ??= this.#connect().finally(() => (this.#attempt = undefined));
    return this.#attempt;
  }

  /** Ends the connection and waits for a call to make a new one. */
  async disconnect(): Promise<void> {
    clearTimeout(this.#retryTimer);
    this.#attemptEnd?.abort();
    await this.#attempt;
    this.#drop();
    this.#condition.become("idle");
    this.#waiting.dismiss(this.#condition.unavailable("was disconnected"));
    await Promise.all(this.#closing);
  }

  /** Forgets past failures and tries at once: a person said so. */
  async reconnect(): Promise<void> {
    this.#failures.forget();
    this.#drop();
    await this.start();
  }

  async send(method: string, params: JsonObject, options: SendOptions): Promise<unknown> {
    const end = performance.now() + options.timeoutMs;
    let { connection } = this;
    this.#calls++;
    this.#lastUse = performance.now();
    try {
      if (connection !== undefined) return await connection.send(method, params, options);
      connection = await this.#available(method, options);
      return await connection.send(method, params, within(options, end));
    } catch (error) {
      if (connection === undefined || !isSessionLost(error)) throw this.#doubt(connection, error);
      // The server forgot our session and so did not run the call: one new connection, shared by all, and once more.
      if (connection === this.connection) this.#drop();
      const next = await this.#available(method, within(options, end));
      return await next.send(method, params, within(options, end));
    } finally {
      this.#lastUse = performance.now();
      this.#calls--;
    }
  }

  /** Some failures raise the question whether the server still answers. */
  #doubt(connection: Connection | undefined, error: unknown): unknown {
    const isDoubtful =
      error instanceof TackleError && (error.code === "timeout" || error.code === "connection");
    if (isDoubtful && connection !== undefined && connection === this.connection) this.#life?.checkNow();
    return error;
  }

  async stop(): Promise<void> {
    this.#condition.become("stopping");
    this.#stopped.abort();
    clearTimeout(this.#retryTimer);
    this.#waiting.dismiss(this.#condition.unavailable("was stopped"));
    this.#drop();
    await this.#attempt;
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
    this.#refuseIfHopeless();
    const { name: server } = this.#options.definition;
    const waiting = this.#waiting.wait(timeoutMs, signal);
    if (this.#condition.state !== "backing-off") void this.start();
    const outcome = await waiting;
    if (outcome.kind === "done") return outcome.value;
    if (outcome.kind === "aborted")
      throw explainFailure(undefined, { server, method, tool, wasCancelled: true });
    throw this.#condition.unavailable(`was not ready within ${Math.round(timeoutMs)} ms`, "timeout");
  }

  /** Nobody waits for what will not come. */
  #refuseIfHopeless(): void {
    const { state } = this.#condition;
    const isRecent = performance.now() - this.#lastAttempt < this.#options.policy.retryOnDemandMs;
    if (this.#stopped.signal.aborted) throw this.#condition.unavailable("was stopped");
    if (state === "needs-auth") throw this.#condition.unavailable("needs you to sign in");
    if (state === "failed" && isRecent) throw this.#condition.unavailable("is not available");
  }

  async #connect(): Promise<void> {
    this.#attemptEnd = new AbortController();
    const signal = AbortSignal.any([this.#stopped.signal, this.#attemptEnd.signal]);
    let release: (() => void) | undefined;
    try {
      this.#condition.become("starting", this.#condition.reason); // until it is over, the last failure stands
      release = await this.#options.startLimit.take(signal);
      this.#lastAttempt = performance.now();
      let wasAnnounced = false;
      const opened = await openAndList({
        verdict: this.#verdict,
        signal,
        open: (attempt) => this.#options.open(attempt),
        discard: (connection) => this.waitFor(connection.close()),
        onListChange: () => {
          wasAnnounced = true;
          this.#life?.announceLists();
        },
      });
      this.#adopt(opened);
      if (wasAnnounced) this.#life?.announceLists();
    } catch (error) {
      this.#drop();
      this.#verdict = undefined; // what was remembered of the server may be what failed
      const server = this.#options.definition.name;
      if (!signal.aborted) this.#fail(explainFailure(error, { server, method: "Starting" }));
    } finally {
      release?.();
    }
  }

  /** Takes the connection into use. */
  #adopt({ connection, lists, problem }: Opened): void {
    const { definition, policy } = this.#options;
    this.#verdict = connection.verdict;
    this.#instructions = connection.instructions;
    this.#starts++;
    this.#lastUse = performance.now();
    const life = new ConnectionLife(connection, {
      definition,
      policy,
      lists,
      lastUse: () => this.#lastUse,
      isDoubted: () => this.#condition.state === "degraded",
      onStable: () => this.#failures.forget(),
      onIdle: () => {
        this.#drop();
        this.#condition.become("idle");
      },
      // A server without lists is asked for them again; they make it ready.
      onAnswered: () => (hasLists ? this.#condition.become("ready") : life.announceLists()),
      onSilent: (reason) => this.#silent(reason),
      onLists: (changed) => {
        hasLists = true;
        this.#takeLists(changed);
        this.#condition.become("ready");
      },
      onRemark: (remark) => this.#options.onRemark(remark),
    });
    let hasLists = lists !== undefined;
    this.#life = life;
    this.wishes.attach(connection);
    void connection.closed.then((reason) => this.#lose(life, reason));
    if (lists !== undefined) this.#takeLists(lists);
    this.#condition.become(problem === undefined ? "ready" : "degraded", problem);
    this.#waiting.admit(connection);
  }

  #takeLists(lists: ServerLists): void {
    const isNew = canonicalJson(lists) !== canonicalJson(this.#lists);
    this.#lists = lists;
    for (const problem of lists.problems) this.#options.onRemark(problem);
    const { instructions } = this;
    if (this.#verdict !== undefined) this.#options.onKnown({ lists, verdict: this.#verdict, instructions });
    if (isNew) this.#options.onLists(lists);
  }

  /** The connection ended by itself. */
  #lose(life: ConnectionLife, reason: TackleError | undefined): void {
    if (life !== this.#life || reason === undefined) return;
    this.#drop();
    this.#fail(reason, judgeFailure(reason, { wasConnected: true }));
  }

  /** The server gave no sign of life when asked for one. */
  #silent(reason: TackleError): void {
    const isHopeless = this.#condition.state === "degraded" || judgeFailure(reason).kind !== "passing";
    if (!isHopeless) {
      this.#condition.become("degraded", reason); // asked once more, soon
      return;
    }
    this.#drop();
    this.#fail(reason);
  }

  /** Ends the connection, if there is one. */
  #drop(): void {
    const life = this.#life;
    if (life === undefined) return;
    this.#life = undefined;
    life.end();
    this.waitFor(life.connection.close());
  }

  #fail(reason: TackleError, judgement = judgeFailure(reason)): void {
    if (judgement.kind !== "passing") {
      this.#condition.become(judgement.kind === "needs-auth" ? "needs-auth" : "failed", reason);
      this.#waiting.dismiss(this.#condition.unavailable("is not available"));
      return;
    }
    this.#failures.add(performance.now());
    this.#condition.become(this.#failures.isOpen ? "failed" : "backing-off", reason);
    if (this.#failures.isOpen) this.#waiting.dismiss(this.#condition.unavailable("is not available"));
    this.#retryTimer = setTimeout(() => void this.start(), this.#failures.pauseMs(judgement.retryAfterMs));
  }
}

/** The options with the time that is left. */
function within(options: SendOptions, end: number): SendOptions {
  return { ...options, timeoutMs: Math.max(1, Math.round(end - performance.now())) };
}
