/**
 * The executor that we ship: QuickJS, compiled to WebAssembly with a capped memory, in a thread of its own for every run.
 * Nothing is started before the first run.
 */
import { TackleError } from "../../errors.ts";
import type { Bridge, Executor, JavaScript, Namespace, Program, RunResult } from "../executor.ts";
import { completeLimits, DEFAULT_LIMITS, describeExcess, type Limits } from "../limits.ts";
import { SourceReader } from "../source/source-reader.ts";
import { withConstants } from "../source/with-constants.ts";
import type { PreparedSource } from "../source/prepare-source.ts";
import { Turnstile } from "../turnstile.ts";
import { workerThread, type EngineThread } from "./engine-thread.ts";
import { HostRun } from "./host-run.ts";
import { packNames } from "./pack-names.ts";
import { WarmWorkers } from "./warm-workers.ts";

export interface QuickJsExecutorOptions {
  /** Threads kept ready for the next runs: 1. */
  readonly warm?: number;
  /** Programs that run at the same time: 4. Others wait. Half as many run for each depth of programs that wait for others. */
  readonly parallelRuns?: number;
}

export function createQuickJsExecutor({ warm = 1, parallelRuns = 4 }: QuickJsExecutorOptions = {}): Executor {
  const workers = new WarmWorkers({ size: warm, memoryBytes: DEFAULT_LIMITS.memoryBytes });
  return createThreadExecutor({
    parallelRuns,
    open: async (memoryBytes) => workerThread(await workers.take(memoryBytes)),
    close: () => workers.close(),
  });
}

export interface ThreadSource {
  readonly parallelRuns: number;
  open(memoryBytes: number): Promise<EngineThread>;
  close(): Promise<void>;
}

/** All of an executor but where its threads come from. */
export function createThreadExecutor(threads: ThreadSource): Executor {
  const reader = new SourceReader();
  const turnstiles: Turnstile[] = [];
  const closing = new AbortController();
  const runs = new Set<Promise<unknown>>();
  const ends = new Set<Promise<void>>();

  async function run(program: Program, bridge: Bridge): Promise<RunResult> {
    if (closing.signal.aborted)
      throw new TackleError({ code: "cancelled", message: "The sandbox is closed" });
    const limits = completeLimits(program.limits);
    const signals = [closing.signal, ...(program.signal === undefined ? [] : [program.signal])];
    const signal = AbortSignal.any(signals);
    const source = await read(program.code, limits);
    if (!source.ok) return failed("SyntaxError", source.problem);
    const turnstile = turnstileAt(program.depth ?? 0);
    if (!(await turnstile.enter(signal))) return CANCELLED;
    let thread: EngineThread | undefined;
    try {
      thread = await threads.open(limits.memoryBytes);
      const { namespaces = NO_NAMES, functions = [] } = program;
      const { json: namesJson, ids } = packNames(namespaces);
      const wrapped = withConstants(source.wrapped, program.constants);
      const job = { program: wrapped, namesJson, functions, limits };
      return await new HostRun({ job, ids, bridge, thread, signal }).result();
    } finally {
      leave(thread, turnstile);
    }
  }

  /** Fewer for programs that others wait for: they come on top of those. */
  function turnstileAt(depth: number): Turnstile {
    const { parallelRuns } = threads;
    return (turnstiles[depth] ??= new Turnstile(depth === 0 ? parallelRuns : Math.ceil(parallelRuns / 2)));
  }

  /** Nobody needs to wait until the thread is gone, but its place is free only then. */
  function leave(thread: EngineThread | undefined, turnstile: Turnstile): void {
    const end = (thread?.end() ?? Promise.resolve()).finally(() => {
      turnstile.leave();
      ends.delete(end);
    });
    ends.add(end);
  }

  async function read(source: string, limits: Limits): Promise<PreparedSource> {
    // Counting bytes of an endless text would take long in itself.
    if (source.length > limits.sourceBytes || Buffer.byteLength(source) > limits.sourceBytes)
      return { ok: false, problem: { message: describeExcess("sourceBytes", limits), line: 1, column: 1 } };
    return reader.read(source);
  }

  return {
    async toJavaScript(source, limits): Promise<JavaScript> {
      const prepared = await stayAlive(read(source, completeLimits(limits)));
      return prepared.ok ? { ok: true, code: prepared.code } : { ok: false, problem: prepared.problem };
    },
    async run(program, bridge) {
      const running = run(program, bridge);
      runs.add(running);
      try {
        return await stayAlive(running);
      } finally {
        runs.delete(running);
      }
    },
    async close() {
      closing.abort();
      reader.close();
      await threads.close();
      await Promise.allSettled(runs);
      await Promise.all(ends);
    },
  };
}

const NO_NAMES: Namespace = new Map();
const NO_STATS = { calls: 0, cpuMs: 0, wallMs: 0 };

const CANCELLED: RunResult = {
  ok: false,
  logs: [],
  error: { name: "Cancelled", message: "The run was cancelled before it began", stack: "" },
  stats: NO_STATS,
  stopped: "cancelled",
};

function failed(name: string, problem: { message: string; line: number; column: number }): RunResult {
  return { ok: false, logs: [], error: { name, ...problem, stack: "" }, stats: NO_STATS };
}

/** Threads that wait do not keep the process alive, but somebody who waits for one does. */
async function stayAlive<Result>(work: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => undefined, 60_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
