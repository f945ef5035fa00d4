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
import { cutOutput } from "./cut-output.ts";
import { FairQueue } from "./fair-queue.ts";
import { mayRepeat } from "./may-repeat.ts";
import { normaliseResult, type NormalResult } from "./normalise-result.ts";
import { outcomeOf } from "./outcome-of.ts";
import type { FinishedCall } from "./recorder.ts";
import { ResultCache } from "./result-cache.ts";

/** A tool that can be called right now. */
export interface CallableTool extends ToolRef {
  readonly name: string;
  readonly definition: ToolDefinition;
  readonly fingerprint: string;
  /** Not what was approved, and not to be called before a person has looked. */
  readonly held: boolean;
}

/** What the path needs of the other layers, handed in by the box. */
export interface CallParts {
  /** Throws `not-found` for an unknown or ambiguous name, and for one that this caller may not even know of. */
  resolve(tool: string | ToolRef, caller: Caller, filter: ToolFilter | undefined): CallableTool;
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
  send(server: string, params: JsonObject, options: UpstreamOptions): Promise<unknown>;
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
  readonly tool: string;
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
    const result = await this.#run(call).catch((error: unknown) => this.#failed(call, error));
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
    let tool = this.#parts.resolve(request.tool, request.caller, request.filter);
    call.resolved(tool);
    if (!this.#parts.isConnected(tool.server)) tool = await this.#afterConnecting(tool, call);
    this.#parts.onStart?.({ id: call.id, request, ref: tool });
    // Both usually answer at once; every await that can be spared is time on the path of every call.
    const checked = this.#validate(tool, request);
    if (checked !== undefined) await checked;
    const permitted = this.#permit(tool, call);
    if (permitted !== undefined) await permitted;
    const { answer, fromCache } = await this.#answer(tool, call);
    return this.#finished(call, normaliseResult(answer), fromCache);
  }

  /** The tool as its server offers it now: what is only remembered may have changed, and must not be judged. */
  async #afterConnecting(tool: CallableTool, call: Call): Promise<CallableTool> {
    const { caller, signal, filter } = call.request;
    const { server } = tool;
    const timeoutMs = this.#timeoutOf(tool, call, this.#parts.definitionOf(server));
    await this.#parts.ready(server, {
      timeoutMs,
      tool: tool.tool,
      signal,
    });
    return this.#parts.resolve({ server, tool: tool.tool }, caller, filter);
  }

  #timeoutOf({ tool }: CallableTool, { request }: Call, definition: ServerDefinition): number {
    const chosen = request.timeoutMs ?? byGlob(definition.toolTimeouts, tool);
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

  /** From the cache where that is allowed, else from the server. */
  async #answer(tool: CallableTool, call: Call): Promise<{ answer: unknown; fromCache: boolean }> {
    const definition = this.#parts.definitionOf(tool.server);
    const ttlMs = byGlob(definition.cache, tool.tool) ?? 0;
    if (ttlMs <= 0) return { answer: await this.#ask(tool, call, definition), fromCache: false };

    const { arguments: args, caller } = call.request;
    const session = definition.isolation === "session" ? caller.session : undefined;
    const question = { ref: tool, arguments: args, session, fingerprint: tool.fingerprint, definition };
    const known = this.#cache.get(question, performance.now());
    if (known !== undefined) return { answer: known, fromCache: true };
    const answer = await this.#ask(tool, call, definition);
    if (isSuccess(answer)) this.#cache.set(question, answer, { now: performance.now(), ttlMs });
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
      return await this.#send(tool, call, end);
    } catch (error) {
      if (!mayRepeat(error, tool.definition)) throw error;
      return await this.#send(tool, call, end);
    } finally {
      queue.leave();
    }
  }

  #send(tool: CallableTool, { id, request }: Call, end: number): Promise<unknown> {
    const { onProgress, caller, signal, client, extra } = request;
    return this.#parts.send(
      tool.server,
      { ...extra, name: tool.tool, arguments: request.arguments },
      {
        timeoutMs: Math.max(1, Math.round(end - performance.now())),
        tool: tool.tool,
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

  async #finished(call: Call, normal: NormalResult, fromCache: boolean): Promise<CallResult> {
    const { id, request } = call;
    // A person reads what they asked for, or sends it to a file; everybody else has limits.
    const isUnlimited = request.wantsRaw === true || request.caller.kind === "person";
    const maxChars = isUnlimited ? Number.POSITIVE_INFINITY : this.#parts.maxOutputChars();
    const bytes =
      normal.output.length > maxChars ? await this.#parts.keepWhole(id, normal.output) : undefined;
    const isNonsense = normal.outcome === "protocol-error";
    const { outcome, output, error, data, content, raw } = normal;
    const { server, tool } = call.ref;
    return {
      id,
      server,
      tool,
      durationMs: call.duration(),
      outcome,
      success: outcome === "ok",
      output: cutOutput(output, { maxChars, id }),
      error: error === undefined ? undefined : cutOutput(error, { maxChars, id }),
      data,
      content,
      raw,
      whole: bytes === undefined ? undefined : { id, bytes },
      hint: isNonsense ? "The server's answer is at fault; 'tackle logs' may say more." : undefined,
      fromCache,
    };
  }

  #failed(call: Call, error: unknown): CallResult {
    const failure = call.explain(error);
    const { message, hint, protocolError } = failure;
    return {
      id: call.id,
      ...call.ref,
      durationMs: call.duration(),
      outcome: outcomeOf(failure),
      success: false,
      output: "",
      error: message,
      data: undefined,
      content: [],
      raw: undefined,
      whole: undefined,
      hint,
      protocolError,
      fromCache: false,
    };
  }
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
