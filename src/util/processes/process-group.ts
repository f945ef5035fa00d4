/**
 * A server's process and everything it started, as one thing that can be signalled and asked whether it is gone.
 *
 * The group's number is the leader's pid. The system does not reuse it while the leader is uncollected or any member
 * lives; so the group is looked at in the instant the leader is collected, and once it has been seen empty it is never
 * signalled again: the number may belong to strangers by then.
 */
import type { ChildProcess } from "node:child_process";
import { systemCodeOf } from "../../errors.ts";
import { scanProcesses, type FoundProcess } from "./scan-processes.ts";

export class ProcessGroup {
  readonly id: number;
  readonly #mark: string;
  /** Resolves when the leader has exited. */
  readonly leaderExit: Promise<void>;
  #isLeaderGone = false;
  #isEmpty = false;

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
    if (process.platform !== "linux") return this.#looksEmpty() ? [] : [{ pid: this.id, group: this.id }];
    const { byMark, byGroup } = await scanProcesses();
    const marked = byMark.get(this.#mark) ?? [];
    const members = this.#looksEmpty() ? [] : (byGroup.get(this.id) ?? []);
    // Only dead members that nobody collects are left: as good as empty.
    if (this.#isLeaderGone && members.length === 0) this.#isEmpty = true;
    return [...members, ...marked.filter((found) => !members.some((member) => member.pid === found.pid))];
  }

  /** Signals every member, and every marked process that left the group. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    if (!this.#looksEmpty()) sendSignal(-this.id, signal);
    if (process.platform !== "linux") return;
    for (const found of await this.survivors()) if (found.group !== this.id) sendSignal(found.pid, signal);
  }

  #looksEmpty(): boolean {
    if (this.#isLeaderGone && !this.#isEmpty) this.#isEmpty = !this.#answers();
    return this.#isEmpty;
  }

  #answers(): boolean {
    return sendSignal(-this.id, 0);
  }
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
