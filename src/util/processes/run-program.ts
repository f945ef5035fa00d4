/**
 * Runs a program to its end: no shell, no input, no terminal, a process group of its own, output kept in bounded
 * memory. When the time is over, the caller gives up, or the output is full, the whole tree is ended; and what the
 * program leaves behind when it exits by itself is named and ended too. Resolves only when all of it is gone.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { closeSync } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { TackleError } from "../../errors.ts";
import { BOX_VARIABLE, boxId, nextServerMark, SERVER_VARIABLE } from "./box-marker.ts";
import { HeadAndTail, type KeptBytes, type KeptText } from "./head-and-tail.ts";
import { describeProcesses, type LeftProcess } from "./left-process.ts";
import { createOutputPipes, type OutputPipes } from "./output-pipes.ts";
import { ProcessGroup } from "./process-group.ts";
import { isGoneWithin, stopProcess, type Patience } from "./stop-process.ts";
import { watchdog } from "./watchdog.ts";

export interface ProgramRun {
  /** An absolute path. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The complete environment but for our marks. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What is kept of stdout and of stderr, each. */
  readonly keep: KeptBytes;
  /** Ends the program as soon as stdout is more than is kept: for one whose beginning is all that is wanted. */
  readonly stopWhenFull?: boolean;
  /** Gives it pipes that can be opened by name, as /dev/stderr; costs some milliseconds. */
  readonly hasNamedOutput?: boolean;
}

/** Why the run is over: the program exited, or we ended it. */
type RunEnd = "exited" | "timeout" | "cancelled" | "full";

export interface ProgramResult {
  readonly end: RunEnd;
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: KeptText;
  readonly stderr: KeptText;
  /** What still ran when the program had exited by itself. All of it was ended, unless `isStuck`. */
  readonly leftBehind: readonly LeftProcess[];
  /** Whether something could not be ended, even with SIGKILL. */
  readonly isStuck: boolean;
  /** Whether somebody whom we cannot find still holds the program's output open. */
  readonly isOutputHeld: boolean;
}

/** A caller who is gone should not wait long, and nor should one whose time is over. */
const PATIENCE: Patience = { endOfInputMs: 0, terminateMs: 700, killMs: 5_000, orphanMs: 700 };

/** For children that are about to finish anyhow, such as the last part of a pipe. */
const LAST_CHILDREN: Patience = { ...PATIENCE, orphanMs: 300 };

/** For what is in the pipes once everything that wrote there is gone. */
const FLUSH_MS = 1_000;

/** Rejects with the system's error when the program cannot be started, and without starting it for a caller who is gone. */
export async function runProgram(run: ProgramRun): Promise<ProgramResult> {
  const mark = nextServerMark();
  const pipes = run.hasNamedOutput === true ? await createOutputPipes() : undefined;
  watchdog.ensure();
  const { child, output } = startProgram({ run, mark, pipes });
  const stdout = new HeadAndTail(run.keep);
  const stderr = new HeadAndTail(run.keep);
  const closed = Promise.all([collect(output.stdout, stdout), collect(output.stderr, stderr)]);
  await started(child);
  const { pid = 0 } = child;
  const group = new ProcessGroup({ leader: child, pid, mark });
  const end = await firstEnd({ run, group, stdout, output: output.stdout });
  const isGone = end === "exited" && (await isGoneWithin(group, LAST_CHILDREN.orphanMs, LAST_CHILDREN));
  const leftBehind = end === "exited" && !isGone ? describeProcesses(await group.survivors()) : [];
  const isStuck = !isGone && (await stopProcess(group, { patience: PATIENCE })) === "stuck";
  if (!isStuck) watchdog.remove(pid);
  const isOutputHeld = await Promise.race([closed.then(() => false), delay(FLUSH_MS, true, { ref: false })]);
  // Our ends of the pipes: whoever we could not find cannot keep us alive, or grow the result.
  output.stdout.destroy();
  output.stderr.destroy();
  const { exitCode: code, signalCode: signal } = child;
  const kept = { stdout: stdout.read(), stderr: stderr.read() };
  return { end, code, signal, ...kept, leftBehind, isStuck, isOutputHeld };
}

interface Output {
  readonly stdout: Readable;
  readonly stderr: Readable;
}

function startProgram({
  run,
  mark,
  pipes,
}: {
  run: ProgramRun;
  mark: string;
  pipes: OutputPipes | undefined;
}): {
  readonly child: ChildProcess;
  readonly output: Output;
} {
  try {
    if (run.signal.aborted)
      throw new TackleError({ code: "cancelled", message: "Cancelled before it was started" });
    const child: ChildProcess = spawn(run.file, run.args, {
      cwd: run.cwd,
      env: { ...run.env, [BOX_VARIABLE]: boxId, [SERVER_VARIABLE]: mark },
      stdio: ["ignore", pipes?.stdout.writeEnd ?? "pipe", pipes?.stderr.writeEnd ?? "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    if (child.pid !== undefined) watchdog.add(child.pid);
    const none = Readable.from([]); // never used: a child has either our pipes or those of Node
    return {
      child,
      output: {
        stdout: pipes?.stdout.reader ?? child.stdout ?? none,
        stderr: pipes?.stderr.reader ?? child.stderr ?? none,
      },
    };
  } catch (error) {
    pipes?.stdout.reader.destroy();
    pipes?.stderr.reader.destroy();
    throw error;
  } finally {
    // While we hold them, the readers would never see an end.
    if (pipes !== undefined) for (const { writeEnd } of Object.values(pipes)) closeSync(writeEnd);
  }
}

function started(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    // Stays for the life of the child: an "error" without a listener would end our process.
    child.on("error", reject);
  });
}

/** Resolves when the pipe has been read to its end. */
function collect(pipe: Readable, kept: HeadAndTail): Promise<void> {
  pipe.on("data", (chunk: Buffer) => kept.push(chunk));
  pipe.on("error", () => {}); // ends in "close" as well
  return new Promise((resolve) => void pipe.once("close", resolve));
}

interface Running {
  readonly run: ProgramRun;
  readonly group: ProcessGroup;
  readonly stdout: HeadAndTail;
  readonly output: Readable;
}

function firstEnd({ run, group, stdout, output }: Running): Promise<RunEnd> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish("timeout"), run.timeoutMs);
    const onAbort = (): void => finish("cancelled");
    const onData = (): void => {
      if (stdout.isCut) finish("full");
    };
    function finish(end: RunEnd): void {
      clearTimeout(timer);
      run.signal.removeEventListener("abort", onAbort);
      output.off("data", onData);
      resolve(end);
    }
    run.signal.addEventListener("abort", onAbort, { once: true });
    if (run.signal.aborted) onAbort();
    if (run.stopWhenFull === true) output.on("data", onData);
    void group.leaderExit.then(() => finish("exited"));
  });
}
