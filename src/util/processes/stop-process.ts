/**
 * Stops a program and everything it started, as gently as it allows: end of input, then SIGTERM, then SIGKILL, each to
 * the whole tree. Resolves only when all of it is gone. Its timers keep our process alive: a host that exits in the
 * middle of this would leave the tree to the watchdog.
 */
import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { ProcessGroup } from "./process-group.ts";

export interface Patience {
  /** After the end of input. */
  readonly endOfInputMs: number;
  readonly terminateMs: number;
  /** For SIGKILL to take effect; only a process stuck in the kernel needs it. */
  readonly killMs: number;
  /** For what the server started, once the server itself has exited. */
  readonly orphanMs: number;
}

const PATIENCE: Patience = { endOfInputMs: 2_000, terminateMs: 2_000, killMs: 5_000, orphanMs: 500 };

/** The step after which nothing was left; `stuck` when even SIGKILL left something. */
export type StopStage = "end-of-input" | "terminate" | "kill" | "stuck";

export interface StopOptions {
  /** Closes the server's stdin; undefined when it is known to be useless, and the first step is skipped. */
  readonly endInput?: (() => void) | undefined;
  readonly patience?: Patience | undefined;
}

export async function stopProcess(group: ProcessGroup, options: StopOptions = {}): Promise<StopStage> {
  const { endInput, patience = PATIENCE } = options;
  if (endInput !== undefined || group.isLeaderGone) {
    endInput?.();
    if (await isGoneWithin(group, endInput === undefined ? 0 : patience.endOfInputMs, patience))
      return "end-of-input";
  }
  if (process.platform === "win32") return await killTree(group, patience);
  await group.signal("SIGTERM");
  if (await isGoneWithin(group, patience.terminateMs, patience)) return "terminate";
  for (const deadline = performance.now() + patience.killMs; performance.now() < deadline;) {
    // Again and again: something may have been forked between looking and signalling.
    await group.signal("SIGKILL");
    if (await isGoneWithin(group, 250, patience)) return "kill";
  }
  return "stuck";
}

/** Waits for all of it to go by itself; the time for what outlives the leader is at most `patience.orphanMs`. */
export async function isGoneWithin(
  group: ProcessGroup,
  milliseconds: number,
  patience: Patience,
): Promise<boolean> {
  let deadline = performance.now() + milliseconds;
  if (!group.isLeaderGone && !(await settlesWithin(group.leaderExit, milliseconds))) return false;
  deadline = Math.min(deadline, performance.now() + patience.orphanMs);
  for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
    if (await group.isGone()) return true;
    const left = deadline - performance.now();
    if (left <= 0) return false;
    await delay(Math.min(pause, left));
  }
}

async function settlesWithin(promise: Promise<void>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = delay(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const isSettled = await Promise.race([promise.then(() => true), timeout]);
  timer.abort();
  return isSettled;
}

/** Windows has no groups and no gentle signal; taskkill follows the parents' ids as long as the leader lives. */
async function killTree(group: ProcessGroup, patience: Patience): Promise<StopStage> {
  try {
    await promisify(execFile)("taskkill", ["/PID", String(group.id), "/T", "/F"], { windowsHide: true });
  } catch {
    // It had exited in the meantime, which is what we want.
  }
  return (await isGoneWithin(group, patience.killMs, patience)) ? "kill" : "stuck";
}
