/**
 * Runs a program that a model or a person wrote: checked before it starts, in a sandbox, and with every call on the one
 * path of calls, where policy, approval, record and limits hold as for any other.
 */
import type { Box } from "../box.ts";
import { TackleError } from "../../errors.ts";
import { CodeChecker } from "../../gate/code/code-checker.ts";
import type { CodeProblem } from "../../gate/code/code-problem.ts";
import type { Executor, Bridge, LogLine, RunControl, RunResult } from "../../sandbox/executor.ts";
import { GUEST_GLOBALS } from "../../sandbox/guest-globals.ts";
import type { Limits } from "../../sandbox/limits.ts";
import type { CallClient, Caller, CallRequest, JsonObject, ToolFilter, ToolRef } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { timeOrderedId } from "../../util/time-ordered-id.ts";
import { valueOf } from "./call-value.ts";
import { programNames, type ProgramNames } from "./code-names.ts";
import { describeFor, searchFor } from "./code-functions.ts";
import { Handles } from "./handles.ts";
import { unavailableNames } from "./unavailable-names.ts";

export interface RunCodeOptions {
  /** On whose behalf the program runs; its calls have that caller's rights. */
  readonly caller?: Caller;
  readonly client?: CallClient;
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
  /** Which tools the program may know of; all that its caller may where it is not given. */
  readonly filter?: ToolFilter;
  /** Which servers the program may hear of besides; all where there is no filter, else none but those of its tools. */
  readonly showsServer?: (server: string) => boolean;
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

/** `value` is what the program returned as JSON text; both it and `data` are absent when that was nothing. */
export interface CodeRun extends RunResult {
  /** What the program returned, read from `value`: objects, lists, texts, numbers. */
  readonly data?: unknown;
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
    const { executor, caller, names, constants, problems } = await this.#look(code, options);
    if (problems.length > 0) return refused(id, problems);
    const handles = new Handles();
    const notes = new Set<string>();
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
      this.#bridge({ id, caller, names, handles, notes, options }),
    );
    const data: unknown = result.value === undefined ? undefined : JSON.parse(result.value);
    const logs = [...result.logs, ...[...notes].map((text): LogLine => ({ level: "info", text }))];
    const returned = data === undefined ? undefined : { data };
    return { ...result, ...returned, logs, id, problems: [], content: handles.in(data) };
  }

  /** What would keep the program from being started. Starts nothing, and calls nothing. */
  async check(code: string, options: RunCodeOptions = {}): Promise<readonly CodeProblem[]> {
    return (await this.#look(code, options)).problems;
  }

  async #look(code: string, options: RunCodeOptions): Promise<LookedAt> {
    const { executor, checker } = await (this.#engine ??= startEngine());
    const behalf = options.caller ?? this.#defaultCaller;
    const caller: Caller = { ...behalf, kind: "code", onBehalfOf: behalf.onBehalfOf ?? behalf.kind };
    const { filter } = options;
    const names = programNames(
      this.#box,
      (tool) => !tool.held && filter?.(tool) !== false && this.#box.isVisible(tool, caller),
    );
    const constants = constantsOf(options);
    const looked = { executor, caller, names, constants };
    const javascript = await executor.toJavaScript(code);
    if (!javascript.ok) return { ...looked, problems: [{ ...javascript.problem, nearest: [] }] };
    const { problems } = await checker.check({
      code: javascript.code,
      names: {
        globals: [...GUEST_GLOBALS, ...FUNCTIONS, ...constants.keys()],
        namespaces: names.namespaces,
        unavailable: unavailableIn(this.#box, names, options),
      },
    });
    return { ...looked, problems };
  }

  async close(): Promise<void> {
    const engine = await this.#engine;
    engine?.checker.close();
    await engine?.executor.close();
  }

  #bridge({ id, caller, names, handles, notes, options }: BridgeParts): Bridge {
    const box = this.#box;
    return {
      call: async ({ id: toolId, argumentsJson }, control) => {
        const ref = names.tools.get(toolId);
        const args: unknown = JSON.parse(argumentsJson);
        if (ref === undefined || !isObject(args)) throw notCallable(toolId);
        const trace = options.trace?.(ref);
        const result = await box.call(ref, handles.unwrap(args), {
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
        if (result.success) return JSON.stringify(valueOf(result, (block) => handles.keep(block))) ?? "null";
        const { error = "The call failed", hint, server, tool } = result;
        throw new TackleError({ code: "execution", message: error, hint, server, tool });
      },
      ask: async ({ name, argumentsJson }, { signal }) => {
        const [first, second] = JSON.parse(argumentsJson) as readonly unknown[];
        const search = {
          query: first,
          options: second,
          signal,
          showsServer: showsServerOf(options),
          onNote: (text: string) => notes.size < MOST_NOTES && notes.add(text),
        };
        const answer =
          name === "describe"
            ? describeFor(box, names, first)
            : await searchFor(box, { names, caller }, search);
        return JSON.stringify(answer);
      },
    };
  }
}

/** A program before it runs. */
interface LookedAt {
  readonly executor: Executor;
  readonly caller: Caller;
  readonly names: ProgramNames;
  readonly constants: ReadonlyMap<string, string>;
  readonly problems: readonly CodeProblem[];
}

interface BridgeParts {
  readonly id: string;
  readonly caller: Caller;
  readonly names: ProgramNames;
  readonly handles: Handles;
  /** Lines of ours that come back with those of the program. */
  readonly notes: Set<string>;
  readonly options: RunCodeOptions;
}

const MOST_NOTES = 20;

function showsServerOf({ filter, showsServer }: RunCodeOptions): (server: string) => boolean {
  return showsServer ?? (() => filter === undefined);
}

/** What the program cannot name because a server cannot be used, by its name in code. */
function unavailableIn(box: Box, names: ProgramNames, options: RunCodeOptions): ReadonlyMap<string, string> {
  const shows = showsServerOf(options);
  return new Map(
    [...unavailableNames(box, names.table)]
      .filter(([, { server }]) => shows(server))
      .map(([name, { reason }]) => [name, reason]),
  );
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
