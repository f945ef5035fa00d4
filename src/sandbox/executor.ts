/**
 * What it means to run a program in a sandbox, whatever engine does it. Only text crosses the border: no object, function,
 * promise or error of ours ever reaches a program, and none of its own reaches us. `executor-suite.ts` is the same in tests.
 */
import type { SyntaxProblem } from "../util/parse-javascript.ts";
import type { Limits } from "./limits.ts";

export interface Executor {
  /**
   * The program as plain JavaScript: types are replaced by spaces, so that every line and column stays. What was written as
   * JavaScript comes back as it is. `run` does this by itself; whoever checks a program before wants to do it first.
   */
  toJavaScript(source: string, limits?: Partial<Limits>): Promise<JavaScript>;
  /** Runs one program in a fresh sandbox. It never rejects for anything that the program does. */
  run(program: Program, bridge: Bridge): Promise<RunResult>;
  /** Ends what runs, and everything that waits to be used. */
  close(): Promise<void>;
}

export type JavaScript =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly problem: SyntaxProblem };

export interface Program {
  /** JavaScript or TypeScript: the body of an async function. Its `return`, or else its last expression, is the result. */
  readonly code: string;
  /** The objects that it can reach, by name: `device` → `GithubMCP` → `search` → the id that the bridge is given. */
  readonly namespaces?: Namespace;
  /** Global functions that the bridge answers: `search_skills`, `describe`. */
  readonly functions?: readonly string[];
  /** Names that stand for values, which are given as JSON: `input` → what a script was called with. */
  readonly constants?: ReadonlyMap<string, string>;
  /**
   * How many programs wait for this one: one that another waits for is 1 deep. Each depth has places of its own to run in, so
   * that a program never waits for a place that is held by whoever waits for it.
   */
  readonly depth?: number;
  readonly limits?: Partial<Limits>;
  /** Ends the run, and the calls that it made. */
  readonly signal?: AbortSignal;
}

/**
 * A tree of names. A text is a tool, and the id by which the bridge knows it. Once given it must not change; the same tree given
 * again costs nothing.
 */
export type Namespace = ReadonlyMap<string, Namespace | string>;

/**
 * What a program can reach. A call that fails must reject with a TackleError: the program is shown its message, hint, code,
 * server and tool. Of any other error it is told nothing.
 *
 * Images and other binary data do not cross. The bridge keeps them, and puts `{ handle, mimeType, bytes }` in their place;
 * a program can pass that on and return it. Whoever shows the result puts the data back where it finds a handle. A program
 * can also invent such an object, so that only handles which the bridge gave out in the same run may be honoured.
 */
export interface Bridge {
  /** A tool of the namespaces was called with one object. Resolves to JSON. */
  call(request: ToolRequest, control: RunControl): Promise<string>;
  /** A global function was called. Resolves to JSON. */
  ask(request: FunctionRequest, control: RunControl): Promise<string>;
}

export interface ToolRequest {
  /** One of the ids in the program's namespaces; others never get here. */
  readonly id: string;
  /** Written by the program: an object as JSON, within `argumentBytes`, otherwise unchecked. */
  readonly argumentsJson: string;
}

export interface FunctionRequest {
  readonly name: string;
  /** Written by the program: an array of the arguments as JSON, otherwise unchecked. */
  readonly argumentsJson: string;
}

export interface RunControl {
  /** Aborted when the run ends for whatever reason: nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** While somebody is asked for approval the wall clock stands still. Every begin needs its end. */
  beginPause(): void;
  endPause(): void;
}

export interface RunResult {
  readonly ok: boolean;
  /** What the program returned, as JSON; absent when it returned nothing. */
  readonly value?: string;
  readonly logs: readonly LogLine[];
  readonly error?: GuestError;
  readonly stats: RunStats;
  /** The kind of limit that ended the run. */
  readonly stopped?: StopReason;
}

export type StopReason = "memory" | "cpu" | "wall" | "calls" | "output" | "cancelled";

export type LogLevel = "log" | "info" | "warn" | "error" | "debug";

export interface LogLine {
  readonly level: LogLevel;
  readonly text: string;
}

/** An error in the words of the program: lines and columns of its own text, and no frame of ours. */
export interface GuestError {
  readonly name: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  readonly stack: string;
}

export interface RunStats {
  readonly calls: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  /** The engine's memory at its largest, in bytes; unknown when the run had to be ended from outside. */
  readonly memoryPeak?: number;
}
