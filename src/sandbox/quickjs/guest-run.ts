/**
 * One program in one engine, seen from the thread that runs it. Every step into the engine goes through `#enter`, which
 * measures it, catches its faults and ends the run when something has run out. Nothing of the guest leaves but text.
 */
import type { QuickJSHandle } from "quickjs-emscripten";
import { CallQueue } from "./call-queue.ts";
import { ConsoleBuffer } from "./console-buffer.ts";
import { CpuMeter } from "./cpu-meter.ts";
import { connectHost, type GuestHandles } from "./connect-host.ts";
import { judgeEnding, type Ending } from "./ending.ts";
import { PROGRAM_FILE, type ErrorTexts } from "./guest-error.ts";
import { guestSettings } from "./guest-settings.ts";
import { GuestTimers } from "./guest-timers.ts";
import { hostFunctions, type HostFunctions } from "./host-functions.ts";
import type { FromEngine, Job, Settlement } from "./messages.ts";
import type { QuickJs } from "./open-quickjs.ts";

/** What only a program has: made when it starts. */
interface Running {
  readonly job: Job;
  readonly cpu: CpuMeter;
  readonly calls: CallQueue;
  readonly console: ConsoleBuffer;
  readonly timers: GuestTimers;
  readonly host: HostFunctions;
}

export class GuestRun {
  readonly #quickJs: QuickJs;
  readonly #post: (message: FromEngine) => void;
  readonly #guest: GuestHandles;
  #running: Running | undefined;
  #isOver = false;

  /** Does everything that can be done before the program is known. */
  constructor(quickJs: QuickJs, post: (message: FromEngine) => void) {
    this.#quickJs = quickJs;
    this.#post = post;
    this.#guest = connectHost(quickJs, (name, given) => this.#running?.host[name](...given));
  }

  start(job: Job): void {
    if (this.#running !== undefined) return;
    const { context, runtime } = this.#quickJs;
    this.#running = this.#prepare(job);
    runtime.setMemoryLimit(job.limits.memoryBytes);
    runtime.setInterruptHandler(() => this.#mustStop());
    this.#enter(() => {
      const texts = [guestSettings(job), job.namesJson].map((text) => context.newString(text));
      context.unwrapResult(context.callFunction(this.#guest.install, context.undefined, texts));
      const program = context.evalCode(job.program.text, PROGRAM_FILE, { type: "global" });
      if (program.error === undefined) this.#call(this.#guest.start, program.value);
      else this.#end({ kind: "error", texts: this.#readSyntaxError(program.error) });
    });
  }

  #prepare(job: Job): Running {
    const { limits, namesJson } = job;
    const cpu = new CpuMeter(limits.cpuMs);
    const calls = new CallQueue(limits, this.#post);
    const console = new ConsoleBuffer(limits, (lines) => this.#post({ kind: "logs", lines }));
    const timers = new GuestTimers(limits, (number) => this.#fire(number));
    const end = (ending: Ending) => this.#end(ending);
    return {
      job,
      cpu,
      calls,
      console,
      timers,
      host: hostFunctions({ limits, namesJson, calls, console, timers, end }),
    };
  }

  settle(settlement: Settlement): void {
    if (this.#isOver) return;
    const { context } = this.#quickJs;
    const isAnswer = settlement.kind === "answer";
    this.#enter(() => {
      this.#running?.calls.release();
      const json = context.newString(isAnswer ? settlement.json : JSON.stringify(settlement.failure));
      // Without memory for it the engine gives something that is no text, and must not be touched.
      if (context.typeof(json) !== "string") {
        this.#end({ kind: "limit", limit: "memoryBytes" });
        return;
      }
      const number = context.newNumber(settlement.number);
      this.#call(this.#guest.settle, number, isAnswer ? context.true : context.false, json);
      json.dispose();
    });
  }

  #fire(number: number): void {
    this.#enter(() => this.#call(this.#guest.fire, this.#quickJs.context.newNumber(number)));
  }

  #call(hook: QuickJSHandle, ...given: QuickJSHandle[]): void {
    const { context } = this.#quickJs;
    const result = context.callFunction(hook, context.undefined, given);
    // The hooks catch what a program throws, so that only what cannot be caught gets here.
    if (result.error === undefined) result.value.dispose();
    else this.#end(this.#uncaught());
  }

  /** One step into the engine, and all that follows from it until the program waits for something. */
  #enter(step: () => void): void {
    const running = this.#running;
    if (running === undefined || this.#isOver) return;
    running.cpu.start();
    try {
      step();
      while (!this.#isOver && this.#quickJs.runtime.hasPendingJob()) {
        const jobs = this.#quickJs.runtime.executePendingJobs();
        if (jobs.error !== undefined) this.#end(this.#uncaught());
      }
    } catch (thrown) {
      this.#end(this.#fault(thrown));
    }
    running.cpu.stop();
    running.console.flush();
    if (running.calls.unfinished === 0 && running.timers.size === 0)
      this.#end({ kind: "error", texts: { name: "Error", message: WAITS_FOREVER, stack: "" } });
  }

  #mustStop(): boolean {
    if (this.#isSpent()) this.#end({ kind: "limit", limit: "cpuMs" });
    return this.#isOver;
  }

  #isSpent(): boolean {
    return this.#running?.cpu.isSpent === true;
  }

  #uncaught(): Ending {
    return { kind: "limit", limit: this.#isSpent() ? "cpuMs" : "memoryBytes" };
  }

  /** The engine itself gave up. Its own words are about itself, and would help nobody. */
  #fault(thrown: unknown): Ending {
    if (this.#isSpent() || !(thrown instanceof RangeError)) return this.#uncaught();
    return { kind: "error", texts: { name: "RangeError", message: TOO_DEEP, stack: "" } };
  }

  /** Made by the engine's parser, before any code of the program ran: looking at it runs nothing. */
  #readSyntaxError(error: QuickJSHandle): ErrorTexts {
    const { context } = this.#quickJs;
    const read = (name: string) => {
      const handle = context.getProp(error, name);
      return context.typeof(handle) === "string" ? context.getString(handle) : "";
    };
    return { name: read("name"), message: read("message"), stack: read("stack") };
  }

  /**
   * Only the first end counts, and it is said at once: an interrupted async function is to the engine one that failed, so
   * that the program around it goes on until this thread is ended.
   */
  #end(ending: Ending): void {
    if (this.#running === undefined || this.#isOver) return;
    this.#isOver = true;
    const { job, cpu, calls, console, timers } = this.#running;
    timers.clear();
    console.flush();
    this.#post({
      kind: "done",
      outcome: {
        ...judgeEnding(ending, job),
        cpuMs: cpu.usedMs,
        memoryPeak: this.#quickJs.memorySize(),
        unfinished: calls.unfinished,
      },
    });
  }
}

const WAITS_FOREVER =
  "The program waits for a promise that nothing will ever settle: no call and no timer is under way";
const TOO_DEEP = "The program is nested or recurses more deeply than the sandbox's stack";
