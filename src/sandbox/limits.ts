/**
 * How much a program may use, and what is said when it wants more. Everything that a program can make grow has a limit here;
 * a message always names the limit and its value, so that whoever may raise it knows what to raise.
 */
import { TackleError } from "../errors.ts";

export interface Limits {
  /** The program's text. */
  readonly sourceBytes: number;
  /** What the program's values may take together. The engine itself needs about 32 MiB more. */
  readonly memoryBytes: number;
  /** Time spent computing. */
  readonly cpuMs: number;
  /** Time from start to end, without the time that somebody was asked for approval. */
  readonly wallMs: number;
  /** Calls of tools and of the host's functions together. */
  readonly calls: number;
  /** Calls that run at the same time; further ones wait for their turn. */
  readonly parallelCalls: number;
  /** The arguments of one call, as JSON. */
  readonly argumentBytes: number;
  /** The arguments of all calls together. */
  readonly allArgumentBytes: number;
  /** The answer to one call, as JSON. */
  readonly answerBytes: number;
  /** What `console` collects; the rest is dropped. */
  readonly consoleBytes: number;
  /** What the program returns, as JSON. */
  readonly resultBytes: number;
  /** Timers set by `sleep` and `setTimeout`. */
  readonly timers: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

export const DEFAULT_LIMITS: Limits = {
  sourceBytes: 64 * KIB,
  memoryBytes: 64 * MIB,
  cpuMs: 10_000,
  wallMs: 30_000,
  calls: 200,
  parallelCalls: 16,
  argumentBytes: MIB,
  allArgumentBytes: 16 * MIB,
  answerBytes: 4 * MIB,
  consoleBytes: 64 * KIB,
  resultBytes: MIB,
  timers: 1000,
};

/** Beyond these the engine itself would not be safe. */
const LARGEST: Limits = {
  sourceBytes: MIB,
  memoryBytes: 1024 * MIB,
  cpuMs: 3_600_000,
  wallMs: 86_400_000,
  calls: 100_000,
  parallelCalls: 256,
  argumentBytes: 8 * MIB,
  allArgumentBytes: 1024 * MIB,
  answerBytes: 8 * MIB,
  consoleBytes: 8 * MIB,
  resultBytes: 8 * MIB,
  timers: 100_000,
};

export type LimitName = keyof Limits;

/** The defaults with what was asked for in their place. */
export function completeLimits(asked: Partial<Limits> = {}): Limits {
  const limits = { ...DEFAULT_LIMITS };
  for (const name of Object.keys(DEFAULT_LIMITS) as LimitName[]) {
    const value = asked[name];
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < 1 || value > LARGEST[name])
      throw new TackleError({
        code: "usage",
        message: `The limit ${name} of a program is ${String(value)}`,
        hint: `Give a whole number from 1 to ${LARGEST[name]}.`,
      });
    limits[name] = value;
  }
  return limits;
}

const EXCESS: Readonly<Record<LimitName, string>> = {
  sourceBytes: "The program's text is longer than",
  memoryBytes: "The program needed more memory than",
  cpuMs: "The program computed longer than",
  wallMs: "The program ran longer than",
  calls: "The program made more calls than",
  parallelCalls: "The program made more calls at once than",
  argumentBytes: "The arguments of this call are larger than",
  allArgumentBytes: "The arguments of all calls together are larger than",
  answerBytes: "The answer to this call is larger than",
  consoleBytes: "The program printed more than",
  resultBytes: "The program returned more than",
  timers: "The program set more timers than",
};

const ADVICE: Partial<Record<LimitName, string>> = {
  sourceBytes: "Send data through tools instead of writing it into the program",
  memoryBytes: "Work on the data in parts",
  cpuMs: "Look for a loop that does not end",
  wallMs: "Do less in one program",
  calls: "Use tools that take many items at once",
  answerBytes: "Ask the tool for less, in pages or with a filter",
  consoleBytes: "Print less",
  resultBytes: "Return only what is needed",
};

/** "The program ran longer than 30 s (limit wallMs). Do less in one program, or raise the limit wallMs." */
export function describeExcess(name: LimitName, limits: Limits): string {
  const advice = ADVICE[name];
  const raise = `raise the limit ${name}`;
  const next = advice === undefined ? `R${raise.slice(1)}` : `${advice}, or ${raise}`;
  return `${EXCESS[name]} ${withUnit(name, limits[name])} (limit ${name}). ${next}.`;
}

function withUnit(name: LimitName, value: number): string {
  if (name.endsWith("Bytes")) {
    if (value % MIB === 0) return `${value / MIB} MiB`;
    return value % KIB === 0 ? `${value / KIB} KiB` : `${value} bytes`;
  }
  if (name.endsWith("Ms")) return value % 1000 === 0 ? `${value / 1000} s` : `${value} ms`;
  return String(value);
}
