/**
 * Runs the functions of one skill. There is one process at a time, started by the first call and ended when nobody has called
 * for a while. A process in which a call was given up takes no further ones, because nobody can tell whether the
 * function ever ends: calls that are under way there may finish, and the next one gets a fresh process.
 */
import { TackleError } from "../../../errors.ts";
import { readSkillContent } from "../../../util/skills/skill-content.ts";
import type { SkillCall } from "./skill-messages.ts";
import { SkillProcess, type SkillProgram } from "./skill-process.ts";

export interface RunnerOptions extends Omit<SkillProgram, "files"> {
  /** Of the code that may run; another one needs to be read, and perhaps approved, first. */
  readonly hash: string;
  readonly idleMs?: number;
}

const IDLE_MS = 60_000;

export class SkillRunner {
  readonly #options: RunnerOptions;
  readonly #processes = new Set<SkillProcess>();
  #current: SkillProcess | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** What the function returned, as it is in JSON. */
  async call(call: Omit<SkillCall, "id" | "kind">, signal: AbortSignal): Promise<unknown> {
    clearTimeout(this.#idleTimer);
    const used = (this.#current ??= this.#start());
    const retire = (): void => this.#retire(used);
    signal.addEventListener("abort", retire, { once: true });
    try {
      const json = await used.call(call, signal);
      return json === undefined ? undefined : (JSON.parse(json) as unknown);
    } finally {
      signal.removeEventListener("abort", retire);
      this.#endIfUnused(used);
    }
  }

  /** Loads the skill, as the first call would. Throws when that is not possible. */
  async load(signal: AbortSignal): Promise<void> {
    const passing = { kind: "whole", isOptional: true } as const;
    await this.call({ target: undefined, passing, args: {} }, signal);
  }

  /** Ends what runs; resolves when nothing of it is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await Promise.all([...this.#processes].map((one) => one.stop()));
  }

  #start(): SkillProcess {
    const { name, file, hash, idleMs: _ours, ...program } = this.#options;
    if (this.#isClosed) throw new TackleError({ code: "connection", message: `Skill '${name}' was stopped` });
    const content = readSkillContent(file);
    if (content.hash !== hash) throw changed(name, file);
    const started = new SkillProcess({ ...program, name, file, files: content.files }, () => {
      this.#retire(started);
      this.#endIfUnused(started);
    });
    this.#processes.add(started);
    return started;
  }

  #retire(used: SkillProcess): void {
    if (this.#current === used) this.#current = undefined;
  }

  #endIfUnused(used: SkillProcess): void {
    if (used.calls > 0) return;
    if (used !== this.#current) {
      void this.#end(used);
      return;
    }
    this.#idleTimer = setTimeout(() => {
      this.#retire(used);
      void this.#end(used);
    }, this.#options.idleMs ?? IDLE_MS);
    this.#idleTimer.unref();
  }

  async #end(used: SkillProcess): Promise<void> {
    await used.stop();
    this.#processes.delete(used);
  }
}

function changed(name: string, file: string): TackleError {
  return new TackleError({
    code: "conflict",
    message: `The code of skill '${name}' (${file}) changed since it was read`,
    hint: "A running Tacklebox that watches its files takes it over by itself; else start it again.",
  });
}
