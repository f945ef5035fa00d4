/**
 * The calls of scripts that are under way. A script's program has the rights of whoever called it, its calls have the script's
 * call as their parent, and scripts call each other only so deep. The server that offers scripts knows a call by its id alone,
 * so that nobody can claim to be somebody else.
 */
import { TackleError } from "../../errors.ts";
import type { LogLevel } from "../../sandbox/executor.ts";
import type { ScriptCall } from "../../servers/scripts/scripts.ts";
import type { ScriptFailure, ScriptOutcome } from "../../servers/scripts/script-result.ts";
import type { CallRequest, ServerDefinition } from "../../types.ts";
import type { CodeRun, RunCodeOptions } from "./run-code.ts";

export const SCRIPTS = "scripts";
const DEEPEST = 4;

export interface ScriptCallsParts {
  definitionOf(server: string): ServerDefinition | undefined;
  runCode(code: string, options: RunCodeOptions): Promise<CodeRun>;
}

interface UnderWay {
  readonly request: CallRequest;
  /** How many scripts are in each other, this one included. */
  readonly level: number;
  /** How many programs wait for this one. */
  readonly depth: number;
}

export class ScriptCalls {
  readonly #parts: ScriptCallsParts;
  readonly #underWay = new Map<string, UnderWay>();

  constructor(parts: ScriptCallsParts) {
    this.#parts = parts;
  }

  /** Every call is told here; those of scripts are kept until they end. */
  begin({
    id,
    request,
    server,
  }: {
    readonly id: string;
    readonly request: CallRequest;
    readonly server: string;
  }): void {
    if (!isScriptsServer(this.#parts.definitionOf(server))) return;
    const outer = this.#around(request);
    const depth = outer === undefined ? Number(request.caller.kind === "code") : outer.depth + 1;
    this.#underWay.set(id, { request, level: (outer?.level ?? 0) + 1, depth });
  }

  end(id: string): void {
    this.#underWay.delete(id);
  }

  /** Scripts that others wait for have places of their own in the queue of their server. */
  laneOf(request: CallRequest, server: string): number {
    const outer = this.#around(request);
    return outer === undefined || !isScriptsServer(this.#parts.definitionOf(server)) ? 0 : outer.level;
  }

  async run({ code, input, call = "", signal }: ScriptCall): Promise<ScriptOutcome> {
    const underWay = this.#underWay.get(call);
    if (underWay === undefined)
      throw new TackleError({ code: "policy", message: "A script can be called through its box only" });
    const { request, level, depth } = underWay;
    if (level > DEEPEST) throw tooDeep();
    const { caller, client, filter, onApproval } = request;
    const run = await this.#parts.runCode(code, {
      input,
      parent: call,
      depth,
      caller,
      signal,
      ...(client === undefined ? undefined : { client }),
      ...(filter === undefined ? undefined : { filter }),
      ...(onApproval === undefined ? undefined : { onApproval }),
    });
    return outcomeOf(run);
  }

  /** The script whose program makes this call. */
  #around({ parent }: CallRequest): UnderWay | undefined {
    return parent === undefined ? undefined : this.#underWay.get(parent);
  }
}

export function isScriptsServer(definition: ServerDefinition | undefined): boolean {
  return definition?.type === "inprocess" && definition.builtin === SCRIPTS;
}

function outcomeOf({ value, content, logs, error, problems }: CodeRun): ScriptOutcome {
  const failures: ScriptFailure[] = [...problems];
  if (error !== undefined) failures.push({ ...error, message: `${error.name}: ${error.message}` });
  return {
    value: value === undefined ? undefined : JSON.parse(value),
    content,
    logs: logs.map(({ level, text }) => ({ level: LEVELS[level], text })),
    failures,
  };
}

const LEVELS = {
  log: "info",
  info: "info",
  warn: "warning",
  error: "error",
  debug: "debug",
} as const satisfies Record<LogLevel, string>;

function tooDeep(): TackleError {
  return new TackleError({
    code: "execution",
    message: `Scripts call each other more than ${DEEPEST} deep`,
    hint: "Let the script do by itself what the inner one does.",
  });
}
