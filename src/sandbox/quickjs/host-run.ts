/**
 * One run, seen from our side: answers the program's calls through the bridge, watches the clocks, and ends the thread when
 * the program is over or has run out of something. It trusts nothing that the thread says about limits.
 */
import type { Bridge, LogLine, RunControl, RunResult, StopReason } from "../executor.ts";
import { describeExcess, type LimitName } from "../limits.ts";
import { WallClock } from "../wall-clock.ts";
import { describeFailure } from "./describe-failure.ts";
import type { EngineThread } from "./engine-thread.ts";
import type { FromEngine, GuestCall, Job, Outcome } from "./messages.ts";

/** How often the thread's processor time is looked at, and how much it may exceed what the engine itself watches. */
const WATCH_MS = 100;
const GRACE_MS = 250;

export interface HostRunParts {
  readonly job: Job;
  /** The tools that may be called. */
  readonly ids: ReadonlySet<string>;
  readonly bridge: Bridge;
  readonly thread: EngineThread;
  readonly signal: AbortSignal | undefined;
}

export class HostRun {
  readonly #parts: HostRunParts;
  readonly #ids: ReadonlySet<string>;
  readonly #functions: ReadonlySet<string>;
  readonly #logs: LogLine[] = [];
  readonly #inbox: GuestCall[] = [];
  readonly #over = Promise.withResolvers<RunResult>();
  readonly #abort = new AbortController();
  readonly #clock: WallClock;
  readonly #control: RunControl;
  readonly #watch: NodeJS.Timeout;
  #calls = 0;
  #isOver = false;

  constructor(parts: HostRunParts) {
    const { job, ids, thread, signal } = parts;
    this.#parts = parts;
    this.#ids = ids;
    this.#functions = new Set(job.functions);
    this.#clock = new WallClock(job.limits.wallMs, () => this.#stop("wall", "wallMs"));
    this.#control = {
      signal: this.#abort.signal,
      beginPause: () => this.#clock.beginPause(),
      endPause: () => this.#clock.endPause(),
    };
    this.#watch = setInterval(() => {
      if (thread.busyMs() > job.limits.cpuMs + GRACE_MS) this.#stop("cpu", "cpuMs");
    }, WATCH_MS);
    signal?.addEventListener("abort", this.#onCancel);
  }

  /** Starts the program and waits for its end. */
  async result(): Promise<RunResult> {
    const { thread, job, signal } = this.#parts;
    thread.listen({
      message: (message) => this.#receive(message),
      death: (reason) => {
        if (reason === "memory") this.#stop("memory", "memoryBytes");
        else this.#fail("SandboxError", DIED);
      },
    });
    if (signal?.aborted === true) this.#onCancel();
    else thread.post({ kind: "run", job });
    return this.#over.promise;
  }

  readonly #onCancel = (): void => {
    this.#fail("Cancelled", "The run was cancelled", "cancelled");
  };

  #receive(message: FromEngine): void {
    if (this.#isOver) return;
    if (message.kind === "logs") this.#logs.push(...message.lines);
    else if (message.kind === "call") this.#queue(message);
    else if (message.kind === "done") this.#done(message.outcome);
  }

  /** Calls come in bundles; one is begun at a time, so that others get their turn on this thread in between. */
  #queue(call: GuestCall): void {
    this.#inbox.push(call);
    if (this.#inbox.length === 1) setImmediate(this.#beginNext);
  }

  readonly #beginNext = (): void => {
    const call = this.#inbox.shift();
    if (call === undefined || this.#isOver) return;
    void this.#answer(call);
    if (this.#inbox.length > 0) setImmediate(this.#beginNext);
  };

  async #answer(call: GuestCall): Promise<void> {
    const { job, bridge, thread } = this.#parts;
    this.#calls += 1;
    if (this.#calls > job.limits.calls) {
      this.#stop("calls", "calls");
      return;
    }
    const { number, name, argumentsJson } = call;
    try {
      const isKnown = (call.target === "tool" ? this.#ids : this.#functions).has(name);
      // The namespaces hold nothing else: this is said to whoever got around them.
      if (!isKnown) throw new Error("unknown");
      const json = await (call.target === "tool"
        ? bridge.call({ id: name, argumentsJson }, this.#control)
        : bridge.ask({ name, argumentsJson }, this.#control));
      if (this.#isOver) return;
      if (Buffer.byteLength(json) > job.limits.answerBytes) {
        const message = describeExcess("answerBytes", job.limits);
        thread.post({ kind: "failure", number, failure: { code: "execution", message } });
      } else thread.post({ kind: "answer", number, json });
    } catch (thrown) {
      if (!this.#isOver) thread.post({ kind: "failure", number, failure: describeFailure(thrown) });
    }
  }

  #done({ value, error, stopped, cpuMs, memoryPeak, unfinished }: Outcome): void {
    if (unfinished > 0 && stopped === undefined)
      this.#logs.push({ level: "warn", text: sayUnfinished(unfinished) });
    this.#end({
      ok: error === undefined,
      ...(value !== undefined && { value }),
      logs: this.#logs,
      ...(error !== undefined && { error }),
      stats: { calls: this.#calls, cpuMs, wallMs: this.#clock.elapsedMs, memoryPeak },
      ...(stopped !== undefined && { stopped }),
    });
  }

  #stop(stopped: StopReason, limit: LimitName): void {
    this.#fail("LimitError", describeExcess(limit, this.#parts.job.limits), stopped);
  }

  #fail(name: string, message: string, stopped?: StopReason): void {
    if (this.#isOver) return;
    this.#end({
      ok: false,
      logs: this.#logs,
      error: { name, message, stack: "" },
      stats: { calls: this.#calls, cpuMs: this.#parts.thread.busyMs(), wallMs: this.#clock.elapsedMs },
      ...(stopped !== undefined && { stopped }),
    });
  }

  #end(result: RunResult): void {
    this.#isOver = true;
    this.#clock.stop();
    clearInterval(this.#watch);
    this.#parts.signal?.removeEventListener("abort", this.#onCancel);
    this.#over.resolve(result);
    this.#abort.abort();
  }
}

const DIED = "The sandbox broke down while the program ran. The next run gets a new one";

function sayUnfinished(count: number): string {
  const calls = count === 1 ? "1 call was" : `${count} calls were`;
  return `${calls} still under way when the program ended, and cancelled: await every call, also inside forEach`;
}
