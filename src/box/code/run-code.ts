/**
 * Runs a program that a model or a person wrote: checked before it starts, in a sandbox, and with every call on the one
 * path of calls, where policy, approval, record and limits hold as for any other.
 */
import type { Box } from "../box.ts";
import { TackleError } from "../../errors.ts";
import { CodeChecker } from "../../gate/code/code-checker.ts";
import type { CodeProblem } from "../../gate/code/code-problem.ts";
import type { Executor, Bridge, RunControl, RunResult } from "../../sandbox/executor.ts";
import { GUEST_GLOBALS } from "../../sandbox/guest-globals.ts";
import type { Limits } from "../../sandbox/limits.ts";
import type { CallClient, Caller, CallRequest, JsonObject, ToolFilter, ToolRef } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { timeOrderedId } from "../../util/time-ordered-id.ts";
import { Handles, valueOf } from "./call-value.ts";
import { programNames, type ProgramNames } from "./code-names.ts";
import { describeFor, searchFor } from "./code-functions.ts";

export interface RunCodeOptions {
  /** On whose behalf the program runs; its calls have that caller's rights. */
  readonly caller?: Caller;
  readonly client?: CallClient;
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
  /** Which tools the program may know of; all that its caller may where it is not given. */
  readonly filter?: ToolFilter;
  /** What the program finds under the name `input`: anything that JSON can hold. */
  readonly input?: unknown;
  /** The call that the run is the work of. Without one, the run itself is the parent of its calls. */
  readonly parent?: string;
  /** How many programs wait for this one. */
  readonly depth?: number;
  /** Told when a person is asked whether one of the calls may be made, and when they have answered. */
  readonly onApproval?: CallRequest["onApproval"];
  /** Follows the calls; undefined for one that nobody follows. */
  readonly trace?: (tool: ToolRef) => CallTrace | undefined;
}

export interface CallTrace {
  /** Sent along with the call. */
  readonly meta: JsonObject;
  end(outcome: string): void;
}

export interface CodeRun extends RunResult {
  readonly id: string;
  /** Why the program was not started. */
  readonly problems: readonly CodeProblem[];
  /** Images and other binary content that the program returned. */
  readonly content: readonly JsonObject[];
}

/** The functions that a program has besides its tools. */
const FUNCTIONS = ["search_skills", "describe"] as const;

export class CodeRunner {
  readonly #box: Box;
  readonly #defaultCaller: Caller;
  #engine: Promise<{ readonly executor: Executor; readonly checker: CodeChecker }> | undefined;

  constructor(box: Box, defaultCaller: Caller) {
    this.#box = box;
    this.#defaultCaller = defaultCaller;
  }

  /** Never throws for anything that the program does. */
  async run(code: string, options: RunCodeOptions = {}): Promise<CodeRun> {
    const id = options.parent ?? timeOrderedId();
    const { executor, checker } = await (this.#engine ??= startEngine());
    const behalf = options.caller ?? this.#defaultCaller;
    const caller: Caller = { ...behalf, kind: "code", onBehalfOf: behalf.onBehalfOf ?? behalf.kind };
    const { filter } = options;
    const names = programNames(
      this.#box,
      (tool) => !tool.held && filter?.(tool) !== false && this.#box.isVisible(tool, caller),
    );
    const javascript = await executor.toJavaScript(code);
    if (!javascript.ok) return refused(id, [{ ...javascript.problem, nearest: [] }]);
    const constants = constantsOf(options);
    const globals = [...GUEST_GLOBALS, ...FUNCTIONS, ...constants.keys()];
    const { problems } = await checker.check({
      code: javascript.code,
      names: { globals, namespaces: names.namespaces },
    });
    if (problems.length > 0) return refused(id, problems);
    const handles = new Handles();
    const result = await executor.run(
      {
        code,
        namespaces: names.namespaces,
        functions: FUNCTIONS,
        constants,
        depth: options.depth ?? 0,
        ...(options.limits === undefined ? undefined : { limits: options.limits }),
        ...(options.signal === undefined ? undefined : { signal: options.signal }),
      },
      this.#bridge({ id, caller, names, handles, options }),
    );
    const value: unknown = result.value === undefined ? undefined : JSON.parse(result.value);
    return { ...result, id, problems: [], content: handles.in(value) };
  }

  async close(): Promise<void> {
    const engine = await this.#engine;
    engine?.checker.close();
    await engine?.executor.close();
  }

  #bridge({ id, caller, names, handles, options }: BridgeParts): Bridge {
    const box = this.#box;
    return {
      call: async ({ id: toolId, argumentsJson }, control) => {
        const ref = names.tools.get(toolId);
        const args: unknown = JSON.parse(argumentsJson);
        if (ref === undefined || !isObject(args)) throw notCallable(toolId);
        const trace = options.trace?.(ref);
        const result = await box.call(ref, args, {
          caller,
          parent: id,
          signal: control.signal,
          wantsRaw: true,
          onApproval: pausing(control, options.onApproval),
          ...(options.client === undefined ? undefined : { client: options.client }),
          ...(options.filter === undefined ? undefined : { filter: options.filter }),
          ...(trace === undefined ? undefined : { extra: { _meta: trace.meta } }),
        });
        trace?.end(result.outcome);
        if (result.success) return JSON.stringify(valueOf(result, handles)) ?? "null";
        const { error = "The call failed", hint, server, tool } = result;
        throw new TackleError({ code: "execution", message: error, hint, server, tool });
      },
      ask: async ({ name, argumentsJson }) => {
        const [first] = JSON.parse(argumentsJson) as readonly unknown[];
        const answer =
          name === "describe" ? describeFor(box, names, first) : await searchFor(box, names, first);
        return JSON.stringify(answer);
      },
    };
  }
}

interface BridgeParts {
  readonly id: string;
  readonly caller: Caller;
  readonly names: ProgramNames;
  readonly handles: Handles;
  readonly options: RunCodeOptions;
}

/** Loaded at the first run: most boxes never run code. */
async function startEngine(): Promise<{ executor: Executor; checker: CodeChecker }> {
  const { createQuickJsExecutor } = await import("../../sandbox/quickjs/quickjs-executor.ts");
  return { executor: createQuickJsExecutor(), checker: new CodeChecker() };
}

/** While a person is asked, the program's clock stands still, and so does that of whoever waits for the program. */
function pausing(
  control: RunControl,
  onApproval: RunCodeOptions["onApproval"],
): (isWaiting: boolean) => void {
  return (isWaiting) => {
    if (isWaiting) control.beginPause();
    else control.endPause();
    onApproval?.(isWaiting);
  };
}

function constantsOf(options: RunCodeOptions): ReadonlyMap<string, string> {
  return new Map("input" in options ? [["input", JSON.stringify(options.input) ?? "null"]] : []);
}

function refused(id: string, problems: readonly CodeProblem[]): CodeRun {
  const stats = { calls: 0, cpuMs: 0, wallMs: 0 };
  return { id, ok: false, problems, logs: [], content: [], stats };
}

function notCallable(id: string): TackleError {
  return new TackleError({ code: "not-found", message: `There is no tool '${id.replace("\n", ".")}'` });
}
