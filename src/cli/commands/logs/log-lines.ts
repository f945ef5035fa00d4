/** The end of a log that is rotated (`log`, `log.1`, …), and its lines as records. The files may hold anything. */
import { existsSync, readFileSync } from "node:fs";

export interface LogRecordShown {
  readonly time: string;
  readonly level: string;
  /** Who said it: the server on its stderr, or Tacklebox about it. */
  readonly from: "stderr" | "tackle";
  readonly message: string;
  readonly [field: string]: unknown;
}

export interface LastLines {
  readonly lines: readonly string[];
  /** How many bytes of the newest file were read. */
  readonly end: number;
}

const MAX_ROTATED = 9;

/** Older files are opened only while lines are missing. */
export function readLastLines(file: string, count: number): LastLines {
  const newest = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const end = newest.lastIndexOf(0x0a) + 1; // a line that is still being written is left for later
  let lines = splitLines(newest.subarray(0, end).toString());
  for (let number = 1; lines.length < count && number <= MAX_ROTATED; number++) {
    const older = `${file}.${number}`;
    if (!existsSync(older)) break;
    lines = [...splitLines(readFileSync(older, "utf8")), ...lines];
  }
  return { lines: lines.slice(-count), end };
}

export function splitLines(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

/** A line that is none of ours (cut by a kill, written by another hand) is left out. */
export function toRecords(lines: readonly string[]): LogRecordShown[] {
  return lines.flatMap((line) => {
    const value = parse(line);
    if (typeof value !== "object" || value === null) return [];
    const { time, level, from, message, ...rest } = value as Record<string, unknown>;
    if (typeof time !== "string" || typeof level !== "string" || typeof message !== "string") return [];
    return [{ time, level, from: from === "stderr" ? "stderr" : "tackle", message, ...rest }];
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // the caller leaves it out
  }
}
