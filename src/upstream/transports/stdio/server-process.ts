/**
 * One running server as a process: its pipes, what it says on stderr, and its end. Known to the watchdog from the turn
 * in which it starts until nothing of it is left.
 */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { BOX_VARIABLE, boxId, nextServerMark, SERVER_VARIABLE } from "../../../util/processes/box-marker.ts";
import { childEnvironment } from "../../../util/processes/child-environment.ts";
import { ProcessGroup } from "../../../util/processes/process-group.ts";
import { spawnServer, type ServerProgram } from "./spawn-server.ts";
import { stopProcess, type Patience, type StopStage } from "../../../util/processes/stop-process.ts";
import { watchdog } from "../../../util/processes/watchdog.ts";

/** For what was written before the exit; a process left behind may hold the pipes open for ever, and write on. */
const FLUSH_MS = 200;
const LONGEST_FLUSH_MS = 2_000;

export class ServerProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #group: ProcessGroup;
  #stopping: Promise<StopStage> | undefined;

  private constructor(child: ChildProcessWithoutNullStreams, group: ProcessGroup) {
    this.#child = child;
    this.#group = group;
    // Errors of pipes end in "close" as well, which is listened to: nothing is lost here.
    for (const pipe of this.#pipes()) pipe.on("error", () => {});
  }

  /** `program.env` is what the configuration declares; the little that is inherited is added here. */
  static async start(program: ServerProgram): Promise<ServerProcess> {
    const mark = nextServerMark();
    const marks = { [BOX_VARIABLE]: boxId, [SERVER_VARIABLE]: mark };
    watchdog.ensure();
    const env = childEnvironment({ declared: program.env, marks });
    const { child, pid } = await spawnServer({ ...program, env }, (id) => watchdog.add(id));
    return new ServerProcess(child, new ProcessGroup({ leader: child, pid, mark }));
  }

  get pid(): number {
    return this.#group.id;
  }

  get stdin(): ChildProcessWithoutNullStreams["stdin"] {
    return this.#child.stdin;
  }

  get stdout(): ChildProcessWithoutNullStreams["stdout"] {
    return this.#child.stdout;
  }

  get stderr(): ChildProcessWithoutNullStreams["stderr"] {
    return this.#child.stderr;
  }

  get hasExited(): boolean {
    return this.#group.isLeaderGone;
  }

  /** The exit of the server itself, whatever may still hold its pipes. */
  onExit(listener: (code: number | null, signal: NodeJS.Signals | null) => void): void {
    this.#child.once("exit", listener);
  }

  /** After the exit: resolves when its output has been read to the end, or when `bytesRead` grows no more. */
  async flushed(bytesRead: () => number): Promise<void> {
    const ended = Promise.all([whenClosed(this.#child.stdout), whenClosed(this.#child.stderr)]).then(
      () => true,
    );
    for (const deadline = performance.now() + LONGEST_FLUSH_MS; performance.now() < deadline;) {
      const before = bytesRead();
      if (await Promise.race([ended, delay(FLUSH_MS, false)])) return;
      // The timer may be first in a turn that was late; what is in the pipe is read before the next one.
      await nextTurn();
      if (bytesRead() === before) return;
    }
  }

  /** Ends it and all it started; resolves when nothing is left. Further calls wait for the same end. */
  stop(options: {
    readonly isGentle: boolean;
    readonly patience?: Patience | undefined;
  }): Promise<StopStage> {
    this.#stopping ??= this.#stop(options.isGentle, options.patience);
    return this.#stopping;
  }

  async #stop(isGentle: boolean, patience: Patience | undefined): Promise<StopStage> {
    const endInput = isGentle ? () => this.#child.stdin.end() : undefined;
    const stage = await stopProcess(this.#group, { endInput, patience });
    // Our ends of the pipes: whoever still holds the others cannot keep us alive.
    for (const pipe of this.#pipes()) pipe.destroy();
    if (stage !== "stuck") watchdog.remove(this.#group.id);
    return stage;
  }

  #pipes() {
    return [this.#child.stdin, this.#child.stdout, this.#child.stderr] as const;
  }
}

function whenClosed(pipe: NodeJS.ReadableStream & { readonly closed: boolean }): Promise<void> {
  return new Promise((resolve) => {
    if (pipe.closed) resolve();
    else pipe.once("close", () => resolve());
  });
}
