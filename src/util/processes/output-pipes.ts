/**
 * Pipes for a program's stdout and stderr. Those that Node makes are sockets, which cannot be opened by name, so that
 * `echo failed > /dev/stderr` fails; these are pipes of the system. Where they cannot be made, Node's have to do.
 */
import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

interface OutputPipe {
  /** Our end. */
  readonly reader: Socket;
  /** The program's end, for `stdio`; to be closed here once the program has it. */
  readonly writeEnd: number;
}

export interface OutputPipes {
  readonly stdout: OutputPipe;
  readonly stderr: OutputPipe;
}

/** Undefined where the system has no `mkfifo`, or no room for it. */
export async function createOutputPipes(): Promise<OutputPipes | undefined> {
  if (process.platform === "win32") return undefined;
  let folder: string | undefined;
  const opened: number[] = [];
  try {
    folder = await mkdtemp(join(tmpdir(), "tackle-run-"));
    const names = [join(folder, "stdout"), join(folder, "stderr")];
    const options = { env: { PATH: "/usr/bin:/bin" }, timeout: 5_000 };
    await promisify(execFile)("mkfifo", ["-m", "600", ...names], options);
    const [stdout, stderr] = names.map((name) => openBothEnds(name, opened));
    return stdout === undefined || stderr === undefined ? undefined : { stdout, stderr };
  } catch {
    for (const file of opened) closeSync(file);
    return undefined;
  } finally {
    // The pipes live on without their names.
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

function openBothEnds(name: string, opened: number[]): OutputPipe {
  // In this order, and the first without waiting: either end alone would wait for the other.
  const readEnd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  opened.push(readEnd);
  const writeEnd = openSync(name, constants.O_WRONLY);
  opened.push(writeEnd);
  return { writeEnd, reader: new Socket({ fd: readEnd, readable: true, writable: false }) };
}
