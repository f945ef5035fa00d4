/**
 * The one path of every call from every surface:
 *
 *   resolve → validate → policy → approval → cache → queue → deadline → upstream → normalise → record
 *
 * A call never throws: it ends in a result, and in exactly one record, whatever happens.
 */
import { TackleError } from "../errors.ts";
import type {
  CallClient,
  CallRequest,
  CallResult,
  Caller,
  InProcessServer,
  JsonObject,
  ServerDefinition,
  ToolDefinition,
  ToolFilter,
  ToolRef,
} from "../types.ts";
import { byGlob } from "./by-glob.ts";
import { Call } from "./call.ts";
import { failureOf, resultOf, type Answer } from "./call-result.ts";
import type { CallableTool, OtherKind } from "./callable-tool.ts";
import { cutOutput } from "./cut-output.ts";
import { FairQueue } from "./fair-queue.ts";
import { mayRepeat } from "./may-repeat.ts";
import { normaliseResult } from "./normalise-result.ts";
import { paramsOf } from "./other-kinds.ts";
import type { FinishedCall } from "./recorder.ts";
import { ResultCache } from "./result-cache.ts";
import { asksForInput, bringsInput, goOn } from "./rounds.ts";

export type { CallableTool } from "./callable-tool.ts";

/** What the path needs of the other layers, handed in by the box. */
export interface CallParts {
  /** Throws `not-found` for an unknown or ambiguous name, and for one that this caller may not even know of. */
  resolve(tool: string | ToolRef, caller: Caller, filter: ToolFilter | undefined): CallableTool;
  /** The same for what is no tool. */
  resolveOther(request: CallRequest, kind: OtherKind): CallableTool;
  definitionOf(server: string): ServerDefinition;
  /** Reasons why the arguments do not fit, each naming its field. */
  checkArguments(
    definition: ToolDefinition,
    args: JsonObject,
  ): readonly string[] | Promise<readonly string[]>;
  /** Throws `policy` when the call may not be made; waits for a person where one must be asked. */
  permit(call: PermitQuestion): void | Promise<void>;
  /** Whether what is known of a server comes from a live connection. */
  isConnected(server: string): boolean;
  /** Waits until a server can be called; throws when that takes too long or cannot be. */
  ready(server: string, options: UpstreamOptions): Promise<void>;
  send(tool: CallableTool, params: JsonObject, options: UpstreamOptions): Promise<unknown>;
  /** Keeps a long output whole, and says how many bytes of it; undefined when it cannot. Must not throw: the tool has run. */
  keepWhole(id: string, output: string): Promise<number | undefined>;
  onStart?(call: { id: string; request: CallRequest; ref: ToolRef }): void;
  /** Must not throw. */
  onEnd(call: FinishedCall): void;
  maxOutputChars(): number;
  /**
   * The lane that a call waits in: 0 for most. Calls that are made in the course of a call to the same server have another, so
   * that they never wait for one that waits for them.
   */
  laneOf?(request: CallRequest, server: string): number;
  /** Milliseconds that a server in this process needs for a call; asked only where the user gave it no time of its own. */
  deadlineOf?(definition: InProcessServer, args: JsonObject): number | undefined;
}

export interface PermitQuestion {
  readonly id: string;
  readonly tool: CallableTool;
  readonly caller: Caller;
  readonly arguments: JsonObject;
  signal(): AbortSignal;
  readonly client: CallClient | undefined;
  readonly onApproval: CallRequest["onApproval"] | undefined;
}

export interface UpstreamOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly tool: string | undefined;
  readonly session?: string | undefined;
  /** The id of the call. */
  readonly call?: string | undefined;
  readonly onProgress?: CallRequest["onProgress"] | undefined;
  readonly client?: CallClient | undefined;
}

/** Calls under way on each process of a server, and calls that may wait for it. */
const IN_FLIGHT = 32;
const WAITING = 1024;

export class Calls {
  readonly #parts: CallParts;
  readonly #queues = new Map<string, FairQueue>();
  readonly #cache = new ResultCache();
  readonly #end = new AbortController();
  #underWay = 0;
  #onQuiet: (() => void) | undefined;

  constructor(parts: CallParts) {
    this.#parts = parts;
  }

  async call(request: CallRequest): Promise<CallResult> {
    const call = new Call(request, this.#end.signal);
    this.#underWay++;
    let result: CallResult;
    try {
      result = await this.#run(call);
    } catch (error) {
      result = failureOf(call, error);
    }
    this.#parts.onEnd({ request, result, startedAt: call.startedAt });
    this.#underWay--;
    if (this.#underWay === 0) this.#onQuiet?.();
    return result;
  }

  /** Ends every call that is under way, and takes no more; resolves when each has its result and its record. */
  async stop(): Promise<void> {
    this.#end.abort();
    for (const queue of this.#queues.values()) queue.dismiss(this.#end.signal.reason as Error);
    if (this.#underWay > 0) await new Promise<void>((resolve) => (this.#onQuiet = resolve));
  }

  async #run(call: Call): Promise<CallResult> {
    const { request } = call;
    let tool = this.#resolve(request, request.tool);
    call.resolved(tool);
    if (!this.#parts.isConnected(tool.server)) tool = await this.#afterConnecting(tool, call);
    this.#parts.onStart?.({ id: call.id, request, ref: tool });
    // Both usually answer at once; every await that can be spared is time on the path of every call.
    const checked = this.#validate(tool, request);
    if (checked !== undefined) await checked;
    const permitted = this.#permit(tool, call);
    if (permitted !== undefined) await permitted;
    const definition = this.#parts.definitionOf(tool.server);
    const ttlMs = this.#cacheTimeOf(tool, call, definition);
    if (ttlMs > 0) return this.#finished(tool, call, await this.#answerByCache(tool, call, ttlMs));
    return this.#finished(tool, call, { answer: await this.#ask(tool, call, definition), fromCache: false });
  }

  #resolve(request: CallRequest, tool: string | ToolRef): CallableTool {
    const { kind = "tool", caller, filter } = request;
    if (kind === "tool") return this.#parts.resolve(tool, caller, filter);
    return this.#parts.resolveOther({ ...request, tool }, kind);
  }

  /** The tool as its server offers it now: what is only remembered may have changed, and must not be judged. */
  async #afterConnecting(tool: CallableTool, call: Call): Promise<CallableTool> {
    const { signal } = call.request;
    const { server } = tool;
    const timeoutMs = this.#timeoutOf(tool, call, this.#parts.definitionOf(server));
    await this.#parts.ready(server, {
      timeoutMs,
      tool: tool.other === undefined ? tool.tool : undefined,
      signal,
    });
    return this.#resolve(call.request, { server, tool: tool.tool });
  }

  #timeoutOf({ tool, other }: CallableTool, { request }: Call, definition: ServerDefinition): number {
    const own = other === undefined ? byGlob(definition.toolTimeouts, tool) : undefined;
    const chosen = request.timeoutMs ?? own;
    if (chosen !== undefined) return chosen;
    if (definition.type !== "inprocess" || definition.isTimeoutDefault !== true) return definition.timeout;
    return this.#parts.deadlineOf?.(definition, request.arguments) ?? definition.timeout;
  }

  #validate(tool: CallableTool, { arguments: args }: CallRequest): Promise<void> | undefined {
    const found = this.#parts.checkArguments(tool.definition, args);
    if (found instanceof Promise) return found.then((problems) => refuseIfWrong(tool, problems));
    refuseIfWrong(tool, found);
    return undefined;
  }

  #permit(tool: CallableTool, call: Call): Promise<void> | undefined {
    const { caller, client, onApproval, arguments: args } = call.request;
    const signal = (): AbortSignal => call.signal;
    const question = { id: call.id, tool, caller, client, onApproval, arguments: args, signal };
    const permission = this.#parts.permit(question);
    return permission instanceof Promise ? permission : undefined;
  }

  /** For how long its answer may be kept; 0 where it may not be. */
  #cacheTimeOf({ tool, other }: CallableTool, { request }: Call, { cache }: ServerDefinition): number {
    if (other !== undefined || bringsInput(request.extra)) return 0;
    return byGlob(cache, tool) ?? 0;
  }

  async #answerByCache(tool: CallableTool, call: Call, ttlMs: number): Promise<Answer> {
    const definition = this.#parts.definitionOf(tool.server);
    const { arguments: args, caller } = call.request;
    const session = definition.isolation === "session" ? caller.session : undefined;
    const question = { ref: tool, arguments: args, session, fingerprint: tool.fingerprint, definition };
    const known = this.#cache.get(question, performance.now());
    if (known !== undefined) return { answer: known, fromCache: true };
    const answer = await this.#ask(tool, call, definition);
    // What came of answers to the server's questions is for whoever gave them.
    if (isSuccess(answer) && call.input === undefined)
      this.#cache.set(question, answer, { now: performance.now(), ttlMs });
    return { answer, fromCache: false };
  }

  /** Waits for a place, then asks the server; once more where that is safe. */
  async #ask(tool: CallableTool, call: Call, definition: ServerDefinition): Promise<unknown> {
    const { request } = call;
    const timeoutMs = this.#timeoutOf(tool, call, definition);
    const end = performance.now() + timeoutMs;
    const { server } = tool;
    const queue = this.#queueOf(server, this.#parts.laneOf?.(request, server) ?? 0);
    if (!queue.enterNow()) {
      await queue.enter(keyOf(request.caller), { signal: request.signal, timeoutMs });
    }
    try {
      let answer: unknown;
      try {
        answer = await this.#send(tool, call, end);
      } catch (error) {
        if (!mayRepeat(error, tool.definition)) throw error;
        answer = await this.#send(tool, call, end);
      }
      return asksForInput(answer) ? await this.#goOn(answer, { tool, call, end }) : answer;
    } finally {
      queue.leave();
    }
  }

  /** Puts the server's questions to whoever can answer them, in the place that the call has. */
  #goOn(questions: JsonObject, { tool, call, end }: UnderWay): Promise<unknown> {
    const { answerInput } = call.request;
    if (answerInput === undefined) return Promise.resolve(questions);
    const send = (input: JsonObject, waitedMs: number): Promise<unknown> => {
      call.input = input;
      return this.#send(tool, call, end + waitedMs);
    };
    return goOn(questions, { server: tool.server, answerInput, signal: call.signal, send });
  }

  #send(tool: CallableTool, { id, request, input }: Call, end: number): Promise<unknown> {
    const { onProgress, caller, signal, client } = request;
    const { other } = tool;
    const extra = input === undefined ? request.extra : { ...request.extra, ...input };
    return this.#parts.send(
      tool,
      other === undefined
        ? { ...extra, name: tool.tool, arguments: request.arguments }
        : { ...extra, ...paramsOf(other.kind, tool, request.arguments) },
      {
        timeoutMs: Math.max(1, Math.round(end - performance.now())),
        tool: other === undefined ? tool.tool : undefined,
        call: id,
        signal,
        session: caller.session,
        onProgress,
        client,
      },
    );
  }

  #queueOf(server: string, lane: number): FairQueue {
    const key = lane === 0 ? server : `${server}\n${lane}`;
    const known = this.#queues.get(key);
    if (known !== undefined) return known;
    const { instances } = this.#parts.definitionOf(server);
    const queue = new FairQueue(server, { inFlight: IN_FLIGHT * instances, waiting: WAITING });
    this.#queues.set(key, queue);
    return queue;
  }

  #finished(tool: CallableTool, call: Call, given: Answer): CallResult | Promise<CallResult> {
    const { request } = call;
    const result = resultOf(tool, call, given);
    // A person reads what they asked for, or sends it to a file; everybody else has limits.
    const isUnlimited = request.wantsRaw === true || request.caller.kind === "person";
    return isUnlimited || result.output.length <= this.#parts.maxOutputChars() ? result : this.#cut(result);
  }

  async #cut(result: CallResult): Promise<CallResult> {
    const { id, output, error } = result;
    const limits = { maxChars: this.#parts.maxOutputChars(), id };
    const bytes = await this.#parts.keepWhole(id, output);
    return {
      ...result,
      output: cutOutput(output, limits),
      error: error === undefined ? undefined : cutOutput(error, limits),
      whole: bytes === undefined ? undefined : { id, bytes },
    };
  }
}

interface UnderWay {
  readonly tool: CallableTool;
  readonly call: Call;
  /** On the monotonic clock. */
  readonly end: number;
}

function refuseIfWrong(tool: CallableTool, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const message = `The arguments of '${tool.name}' do not fit: ${problems.join("; ")}`;
  const hint = "Correct the fields that are named.";
  throw new TackleError({ code: "usage", message, hint, server: tool.server, tool: tool.tool });
}

/** Only what went well is worth keeping. */
function isSuccess(answer: unknown): boolean {
  return normaliseResult(answer).outcome === "ok";
}

function keyOf({ kind, name, session }: Caller): string {
  return `${kind}\n${name}\n${session ?? ""}`;
}
