/**
 * One process of one skill, from its start until nothing of it is left. A process and not a thread: a thread shares the
 * descriptors, the working directory's meaning and the fate of its host, and its memory is bounded only in part.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { TackleError } from "../../../errors.ts";
import type { Environment } from "../../../util/paths.ts";
import { BOX_VARIABLE, boxId, nextServerMark, SERVER_VARIABLE } from "../../../util/processes/box-marker.ts";
import { childEnvironment } from "../../../util/processes/child-environment.ts";
import { ProcessGroup } from "../../../util/processes/process-group.ts";
import { StderrLines } from "../../../util/processes/stderr-lines.ts";
import { stopProcess, type Patience } from "../../../util/processes/stop-process.ts";
import { watchdog } from "../../../util/processes/watchdog.ts";
import { asReply, type SkillCall, type SkillLoad, type SkillReply } from "./skill-messages.ts";

export interface SkillProgram {
  /** The skill's name, for messages. */
  readonly name: string;
  readonly file: string;
  /** What may run, by absolute path, each with its hash. */
  readonly files: ReadonlyMap<string, string>;
  readonly cwd: string;
  /** What its configuration declares. */
  readonly env: Readonly<Record<string, string>>;
  /** Of which the few variables that everybody gets are taken. */
  readonly inherited: Environment;
  /** Everything that it prints, line by line. */
  readonly onLog: (line: string) => void;
}

/** As much as a tool of a few functions needs; the host has its own. */
const HEAP_MB = 512;

const FLAGS = [
  `--max-old-space-size=${HEAP_MB}`,
  // Skills are often files without a package around them, and types are stripped on purpose.
  "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
  "--disable-warning=ExperimentalWarning",
];

/** For what is in the pipes when it is gone; somebody else may hold them open. */
const FLUSH_MS = 300;
/** How long after its channel a process is waited for. */
const EXIT_MS = 500;

const PATIENCE: Patience = { endOfInputMs: 0, terminateMs: 500, killMs: 5_000, orphanMs: 500 };

interface Pending {
  readonly resolve: (json: string | undefined) => void;
  readonly reject: (error: TackleError) => void;
}

export class SkillProcess {
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #group: ProcessGroup | undefined;
  readonly #pending = new Map<number, Pending>();
  /** Resolves when all that it printed has been read. */
  readonly #outputEnd: Promise<unknown>;
  #nextId = 1;
  #stopping: Promise<void> | undefined;

  /** `onEnd` is called when no further call can be made: it ended, or could not even load its module. */
  constructor(program: SkillProgram, onEnd: () => void) {
    const mark = nextServerMark();
    watchdog.ensure();
    const child = startChild(program, mark);
    this.#outputEnd = readOutput(child, program);
    this.#name = program.name;
    this.#child = child;
    const { pid } = child;
    this.#group = pid === undefined ? undefined : new ProcessGroup({ leader: child, pid, mark });
    if (pid !== undefined) watchdog.add(pid);
    let leaving: NodeJS.Timeout | undefined;
    const end = (message: string): void => {
      clearTimeout(leaving);
      onEnd();
      this.#failAll(message);
      void this.stop();
    };
    child.on("message", (message) => this.#take(asReply(message), end));
    // Stays for the life of the child: an "error" without a listener would end our process.
    child.on("error", (error) => end(`its process in ${program.cwd} failed: ${error.message}`));
    child.once("exit", (code, signal) => end(`its process ended ${howItEnded(code, signal)}`));
    this.#say({ kind: "load", files: [...program.files] });
    child.once("disconnect", () => {
      onEnd();
      // Most often it is about to exit, which says more.
      leaving = setTimeout(() => end("its process closed its channel"), EXIT_MS);
    });
  }

  /** Calls that were made and have not ended. */
  get calls(): number {
    return this.#pending.size;
  }

  /** The function's result as JSON. When the signal aborts nobody waits any more, and what the function does is not stopped. */
  call(call: Omit<SkillCall, "id" | "kind">, signal: AbortSignal): Promise<string | undefined> {
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    const giveUp = (): void => reject(this.#failure("the caller gave up", "cancelled"));
    this.#pending.set(id, { resolve, reject });
    signal.addEventListener("abort", giveUp, { once: true });
    if (signal.aborted) giveUp();
    else if (!this.#say({ kind: "call", id, ...call })) reject(this.#failure("its process is gone"));
    return promise.finally(() => {
      this.#pending.delete(id);
      signal.removeEventListener("abort", giveUp);
    });
  }

  #say(message: SkillLoad | SkillCall): boolean {
    // One that fails to be sent is told by an event, too, which ends all calls.
    if (this.#child.connected) this.#child.send(message, () => undefined);
    return this.#child.connected;
  }

  /** Ends it with all that it started; resolves when nothing is left. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    if (this.#group !== undefined) {
      const stage = await stopProcess(this.#group, { patience: PATIENCE });
      if (stage !== "stuck") watchdog.remove(this.#group.id);
    }
    await Promise.race([this.#outputEnd, delay(FLUSH_MS, undefined, { ref: false })]);
    // Whoever still holds the other ends cannot keep us alive.
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    this.#failAll("it was ended");
  }

  #take(reply: SkillReply | undefined, end: (message: string) => void): void {
    if (reply === undefined) return;
    if (reply.kind === "unusable") {
      end(`it could not be loaded: ${reply.message}`);
      return;
    }
    const pending = this.#pending.get(reply.id);
    if (reply.kind === "result") pending?.resolve(reply.json);
    else pending?.reject(new TackleError({ code: "execution", message: reply.message }));
  }

  #failAll(message: string): void {
    const failure = this.#failure(message);
    for (const { reject } of this.#pending.values()) reject(failure);
  }

  #failure(message: string, code: "execution" | "cancelled" = "execution"): TackleError {
    return new TackleError({
      code,
      message: `Skill '${this.#name}' failed: ${message}`,
      hint: `The next call starts it anew; 'tackle logs ${this.#name}' shows what it printed.`,
    });
  }
}

function startChild({ file, cwd, env, inherited }: SkillProgram, mark: string): ChildProcess {
  const marks = { [BOX_VARIABLE]: boxId, [SERVER_VARIABLE]: mark };
  const entry = new URL("./skill-worker.ts", import.meta.url);
  return spawn(process.execPath, [...FLAGS, fileURLToPath(entry), file], {
    cwd,
    env: childEnvironment({ declared: env, marks, inherited }),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
}

function readOutput({ stdout, stderr }: ChildProcess, { onLog }: SkillProgram): Promise<unknown> {
  const ends = [stdout, stderr].map((output) => {
    const lines = new StderrLines(onLog);
    output?.on("data", (chunk: Buffer) => lines.push(chunk));
    output?.on("error", () => {}); // ends in "close" as well
    return new Promise<void>((resolve) => {
      output?.once("close", () => {
        lines.end();
        resolve();
      });
    });
  });
  return Promise.all(ends);
}

function howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === "SIGABRT") return "with SIGABRT, as it does when it has no memory left";
  return signal === null ? `with exit code ${code}` : `with ${signal}`;
}
