/**
 * A process and everything it started, as one thing that can be signalled and asked whether it is gone. On Linux that
 * includes whoever left the group: by the mark in its environment, and, for one that wiped its environment too, by its
 * parent, as long as it was seen once before the parent was gone.
 *
 * The group's number is the leader's pid. The system does not reuse it while the leader is uncollected or any member
 * lives; so the group is looked at in the instant the leader is collected, and once it has been seen empty it is never
 * signalled again: the number may belong to strangers by then.
 */
import type { ChildProcess } from "node:child_process";
import { systemCodeOf } from "../../errors.ts";
import { scanProcesses, type FoundProcess, type ProcessTable } from "./scan-processes.ts";

export class ProcessGroup {
  readonly id: number;
  readonly #mark: string;
  /** Resolves when the leader has exited. */
  readonly leaderExit: Promise<void>;
  #isLeaderGone = false;
  #isEmpty = false;
  /** Members that are not in the group, as they were seen last. */
  #strays: readonly FoundProcess[] = [];

  constructor({ leader, pid, mark }: { leader: ChildProcess; pid: number; mark: string }) {
    this.id = pid;
    this.#mark = mark;
    this.leaderExit = new Promise((resolve) => {
      leader.once("exit", () => {
        this.#isLeaderGone = true;
        this.#isEmpty = !this.#answers();
        resolve();
      });
    });
  }

  get isLeaderGone(): boolean {
    return this.#isLeaderGone;
  }

  /** Whether nothing of the server is left: no member of the group, and no process that carries its mark. */
  async isGone(): Promise<boolean> {
    if (!this.#isLeaderGone) return false;
    if (process.platform !== "linux") return this.#looksEmpty();
    return (await this.survivors()).length === 0;
  }

  /** The members that can be found: on Linux all, elsewhere at most the leader. */
  async survivors(): Promise<FoundProcess[]> {
    if (process.platform !== "linux") return this.#looksEmpty() ? [] : [this.#leaderAlone()];
    const table = await scanProcesses();
    const members = this.#looksEmpty() ? [] : (table.byGroup.get(this.id) ?? []);
    // Only dead members that nobody collects are left: as good as empty.
    if (this.#isLeaderGone && members.length === 0) this.#isEmpty = true;
    const marked = table.byMark.get(this.#mark) ?? [];
    const known = this.#strays.filter(({ pid, startedAt }) => table.byPid.get(pid)?.startedAt === startedAt);
    const all = withDescendants(table, [...members, ...marked, ...known]);
    this.#strays = all.filter(({ group }) => group !== this.id);
    return all;
  }

  /** Signals every member, and every marked process that left the group. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    // Looked for first: whoever is known only by its parent cannot be found once the parent is gone.
    const found = process.platform === "linux" ? await this.survivors() : [];
    if (!this.#looksEmpty()) sendSignal(-this.id, signal);
    for (const { pid, group } of found) if (group !== this.id) sendSignal(pid, signal);
  }

  #leaderAlone(): FoundProcess {
    return { pid: this.id, group: this.id, parent: process.pid, startedAt: "" };
  }

  #looksEmpty(): boolean {
    if (this.#isLeaderGone && !this.#isEmpty) this.#isEmpty = !this.#answers();
    return this.#isEmpty;
  }

  #answers(): boolean {
    return sendSignal(-this.id, 0);
  }
}

function withDescendants(table: ProcessTable, roots: readonly FoundProcess[]): FoundProcess[] {
  const all = new Map<number, FoundProcess>();
  const waiting = [...roots];
  for (let found = waiting.pop(); found !== undefined; found = waiting.pop()) {
    if (all.has(found.pid)) continue;
    all.set(found.pid, found);
    waiting.push(...(table.byParent.get(found.pid) ?? []));
  }
  return [...all.values()];
}

/** False when there is no such process or it is not ours to signal. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === "ESRCH" || code === "EPERM") return false;
    throw error;
  }
}
