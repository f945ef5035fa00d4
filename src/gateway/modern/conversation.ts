/**
 * One request of a modern client while it is under way, over as many legs as it takes: a question that comes up in the
 * middle ends the leg with `input_required`, the work is held, and the client's next leg brings the answer. The first leg
 * ending is then no cancellation.
 */
import type { CallClient, JsonObject, ServerQuestion } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import type { Answer } from "../protocol/client-request.ts";
import { isWanted } from "../protocol/log-severity.ts";

/** One HTTP exchange, or one request over a pipe. */
export interface Leg {
  readonly signal: AbortSignal;
  notify(method: string, params: JsonObject): void;
  /** Given when this leg asked for progress. */
  readonly onProgress?: ((progress: JsonObject) => void) | undefined;
}

export interface ConversationOptions {
  /** Conversations with the same id are of the same client. */
  readonly clientId: string;
  readonly info: JsonObject | undefined;
  readonly capabilities: JsonObject;
  readonly logLevel: string | undefined;
}

interface Question {
  readonly request: JsonObject;
  readonly resolve: (answer: JsonObject) => void;
  readonly reject: (error: RpcError) => void;
}

type Work = () => Answer | Promise<Answer>;

export type LegEnd =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "questions"; readonly questions: JsonObject };

/** For a question that came up in another call of the client; there it can be asked again. */
const OVER = "The call by which it was asked is over";

export class Conversation implements CallClient {
  readonly id: string;
  readonly info: JsonObject | undefined;
  readonly capabilities: JsonObject;
  readonly logLevel: string | undefined;
  readonly #end = new AbortController();
  readonly #questions = new Map<string, Question>();
  #asked = 0;
  #leg: Leg | undefined;
  #work: Work | undefined;
  #outcome: Promise<Answer> | undefined;
  #wake: (() => void) | undefined;

  constructor({ clientId, info, capabilities, logLevel }: ConversationOptions) {
    this.id = clientId;
    this.info = info;
    this.capabilities = capabilities;
    this.logLevel = logLevel;
  }

  /** Aborts when the client gives up, or was given up. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Says what to do. It begins with the next leg: not before there is one to tell of it. */
  begin(work: Work): void {
    this.#work = work;
    this.#outcome = undefined;
  }

  /** Until there is an answer, or something that only the client can answer. */
  async follow(leg: Leg): Promise<LegEnd> {
    this.#leg = leg;
    const onAbort = (): void => {
      if (this.#leg === leg) this.stop();
    };
    leg.signal.addEventListener("abort", onAbort, { once: true });
    if (leg.signal.aborted) onAbort();
    try {
      const end = await new Promise<LegEnd>((resolve, reject) => {
        this.#wake = () => resolve({ kind: "questions", questions: this.#openQuestions() });
        if (this.#questions.size > 0) this.#wake();
        this.#outcome ??= this.#doWork();
        this.#outcome.then((answer) => resolve({ kind: "answer", answer }), reject);
      });
      if (end.kind === "answer") this.#refuseQuestions(OVER);
      return end;
    } catch (error) {
      this.#refuseQuestions(OVER);
      throw error;
    } finally {
      leg.signal.removeEventListener("abort", onAbort);
      this.#leg = undefined;
      this.#wake = undefined;
    }
  }

  /** Gives the client's answers to whoever asked; what was not answered will be asked again. */
  take(responses: JsonObject): void {
    for (const [key, question] of this.#questions) {
      if (!Object.hasOwn(responses, key)) continue;
      this.#questions.delete(key);
      const response = responses[key];
      if (isObject(response)) question.resolve(response);
      else question.reject(new RpcError(RPC.invalidParams, "The client's answer is no object"));
    }
  }

  stop(): void {
    this.#end.abort();
    this.#refuseQuestions("The client is gone");
  }

  ask({ method, params, server, signal }: ServerQuestion): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      if (signal.aborted || this.#end.signal.aborted) {
        reject(new RpcError(RPC.internal, "The client is gone"));
        return;
      }
      const key = `question-${++this.#asked}`;
      const onAbort = (): void => {
        if (this.#questions.delete(key)) reject(new RpcError(RPC.internal, "The question was withdrawn"));
      };
      const settled = <Value>(settle: (value: Value) => void) => {
        return (value: Value): void => {
          signal.removeEventListener("abort", onAbort);
          settle(value);
        };
      };
      signal.addEventListener("abort", onAbort, { once: true });
      const request = { method, params, server };
      this.#questions.set(key, { request, resolve: settled(resolve), reject: settled(reject) });
      // Questions that are asked together are put together.
      setImmediate(() => {
        if (this.#questions.size > 0) this.#wake?.();
      });
    });
  }

  log(params: JsonObject): void {
    if (isWanted(params["level"], this.logLevel)) this.#leg?.notify("notifications/message", params);
  }

  progress(params: JsonObject): void {
    this.#leg?.onProgress?.(params);
  }

  #refuseQuestions(reason: string): void {
    for (const question of this.#questions.values()) question.reject(new RpcError(RPC.internal, reason));
    this.#questions.clear();
  }

  /** Not an async function: one that returns a promise takes three turns more than the promise. */
  #doWork(): Promise<Answer> {
    try {
      if (this.#work === undefined) throw new RpcError(RPC.internal, "Nothing was begun");
      return Promise.resolve(this.#work());
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #openQuestions(): JsonObject {
    return Object.fromEntries([...this.#questions].map(([key, { request }]) => [key, request]));
  }
}
