/**
 * A program that tries to do harm. Whatever it does, it must end within its limits and reach nothing; one that finds a way out
 * returns or prints `ESCAPED`. `end` is how it must end, where that is certain: by a limit, by an error, or well.
 */
import type { StopReason } from "../../../src/sandbox/executor.ts";

export interface HostileProgram {
  readonly name: string;
  readonly code: string;
  readonly end?: StopReason | "error" | "ok";
}

/** A table of programs of one kind: name → code, or code and its end. */
export type HostileTable = Readonly<
  Record<string, string | readonly [code: string, end: NonNullable<HostileProgram["end"]>]>
>;

export function readTable(table: HostileTable): HostileProgram[] {
  return Object.entries(table).map(([name, entry]) => {
    if (typeof entry === "string") return { name, code: entry };
    const [code, end] = entry;
    return { name, code, end };
  });
}
