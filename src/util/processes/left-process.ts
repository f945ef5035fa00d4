/** Processes that a program left behind, named so that a person or a model knows which they were. */
import { closeSync, openSync, readSync } from "node:fs";
import { toTerminalText } from "../terminal-text.ts";
import type { FoundProcess } from "./scan-processes.ts";

export interface LeftProcess {
  readonly pid: number;
  /** The command line as far as it can be read, on one line and safe to show; empty where it cannot. */
  readonly command: string;
}

const MAX_PROCESSES = 20;
const MAX_COMMAND_BYTES = 200;

/** At most twenty of them: a flood of processes must not become a flood of text. */
export function describeProcesses(found: readonly FoundProcess[]): LeftProcess[] {
  return found.slice(0, MAX_PROCESSES).map(({ pid }) => ({ pid, command: commandOf(pid) }));
}

function commandOf(pid: number): string {
  const buffer = Buffer.alloc(MAX_COMMAND_BYTES);
  let file: number | undefined;
  try {
    file = openSync(`/proc/${pid}/cmdline`, "r");
    const length = readSync(file, buffer, 0, buffer.length, 0);
    const text = buffer.toString("utf8", 0, length).replaceAll("\0", " ").trim();
    return toTerminalText(text);
  } catch {
    return ""; // gone in the meantime, or a system without /proc
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
