/**
 * Answers what a server asks of its client: sampling, elicitation, roots. The question goes to the client whose request
 * caused it, as it is; a server learns from the answer alone whether there was one.
 */
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/client";
import { messageOf } from "../errors.ts";
import type { CallClient, JsonObject, ServerQuestion } from "../types.ts";
import { isObject } from "../util/is-object.ts";
import { capabilityFor, isQuestion, mayBeAsked } from "../util/may-be-asked.ts";
import { RPC, RpcError } from "../util/rpc-error.ts";
import { Addressees, type Addressee } from "./addressees.ts";
import type { Flights } from "./flights.ts";
import { roughSize } from "./lists/repair-list.ts";
import type { Tap } from "./tap-transport.ts";

export interface AnswerOptions {
  readonly flights: Flights;
  /** The client that has the connection for itself: whatever the server asks, in a call or not, is for it. */
  readonly owner?: (() => CallClient | undefined) | undefined;
  readonly send: (message: JSONRPCMessage) => Promise<void>;
  readonly onRemark: (remark: string) => void;
}

/** Answers a server's questions, and knows of those that are open. */
export interface Answers extends Tap {
  /** Resolves when no question is open: whether a client has ever answered one. */
  whenAnswered(): Promise<boolean>;
  /** The connection is over: nobody waits for answers. */
  end(): void;
}

/** A person may need a while; nobody is waited for longer. */
const LONGEST_QUESTION_MS = 5 * 60 * 1000;
/** Open at once on one connection, and how long each may be: a server's questions wait in our memory. */
const MOST_QUESTIONS = 32;
const LONGEST_QUESTION_CHARS = 1024 * 1024;

const OWN_SERVERS = `"isolation": "session" in the configuration of this server gives each client a server of its own`;

export function answerServer({ flights, owner, send, onRemark }: AnswerOptions): Answers {
  const asked = new Map<RequestId, AbortController>();
  const addressees = new Addressees(flights);
  /** Client → how many questions it has not answered. */
  const open = new Map<string, number>();
  let onAnswered: ((hasAnswers: boolean) => void)[] = [];
  let hasAnswers = false;

  async function answer(id: RequestId, method: string, params: JsonObject): Promise<void> {
    const end = new AbortController();
    const isLong = roughSize(params, LONGEST_QUESTION_CHARS) > LONGEST_QUESTION_CHARS;
    if (isLong || asked.size >= MOST_QUESTIONS || asked.has(id)) return reply(id, method, tooMany());
    asked.set(id, end);
    const timer = setTimeout(() => end.abort(), LONGEST_QUESTION_MS);
    timer.unref();
    const result = resultOf({ method, params, signal: end.signal }, () => end.abort());
    // Whatever becomes of the question, its answer is the last that is heard of it.
    await result.catch(() => undefined);
    clearTimeout(timer);
    asked.delete(id);
    if (!end.signal.aborted) await reply(id, method, result);
    if (asked.size > 0) return;
    for (const tell of onAnswered) tell(hasAnswers);
    onAnswered = [];
  }

  async function reply(id: RequestId, method: string, result: Promise<JsonObject>): Promise<void> {
    const message = await result.then(
      (value) => ({ jsonrpc: "2.0", id, result: value }),
      (error: unknown) => ({ jsonrpc: "2.0", id, error: asError(error) }),
    );
    await send(message as JSONRPCMessage).catch((error: unknown) =>
      onRemark(`the answer to its ${method} could not be sent: ${messageOf(error)}`),
    );
  }

  async function resultOf(question: ServerQuestion, onOver: () => void): Promise<JsonObject> {
    const own = owner?.();
    if (own !== undefined) return askOwner(own, question);
    const addressee = addressees.add({ onOver, mayComeUnasked: question.method === "roots/list" });
    const withdraw = (): void => addressees.delete(addressee);
    question.signal.addEventListener("abort", withdraw);
    try {
      return await askAddressee(addressee, question);
    } finally {
      question.signal.removeEventListener("abort", withdraw);
      addressees.delete(addressee);
    }
  }

  /** By the call that is under way, where there is one: its stream may be the only one that the client reads. */
  async function askOwner(own: CallClient, question: ServerQuestion): Promise<JsonObject> {
    if (!mayBeAsked(own.capabilities, question.method, question.params)) return cannotBeAsked(question);
    const flight = flights.candidates()?.findLast(({ client }) => client.id === own.id);
    return ask(flight?.client ?? own, question);
  }

  async function askAddressee(addressee: Addressee, question: ServerQuestion): Promise<JsonObject> {
    const { method, params } = question;
    const verdict = await addressee.decided;
    if (question.signal.aborted) throw new RpcError(RPC.internal, "The question was withdrawn");
    if (verdict === "unclear") return cannotBeTold(question);
    const isAble = ({ capabilities }: CallClient): boolean => mayBeAsked(capabilities, method, params);
    let flight = addressee.next(isAble);
    while (flight !== undefined) {
      try {
        return await ask(flight.client, question);
      } catch (error) {
        const isOver = flight.isAbandoned || !addressee.candidates.has(flight);
        flight = isOver ? addressee.next(isAble) : undefined;
        // Where the call by which it was asked is over, another one of the same client waits for the answer.
        if (flight === undefined) throw error;
      }
    }
    return cannotBeAsked(question);
  }

  function cannotBeTold({ method }: ServerQuestion): JsonObject {
    if (method === "roots/list") return { roots: [] };
    onRemark(
      `asked for ${method} while requests of several clients were under way, and got no answer: ` +
        `nobody can tell which client is meant. ${OWN_SERVERS}.`,
    );
    throw new RpcError(
      RPC.invalidRequest,
      `It cannot be told which client this question is for, because calls of several are under way; ${OWN_SERVERS}`,
    );
  }

  /** A person may need longer to answer than a call may take. */
  async function ask(client: CallClient, question: ServerQuestion): Promise<JsonObject> {
    open.set(client.id, (open.get(client.id) ?? 0) + 1);
    flights.hold(client, true);
    try {
      const answer = await client.ask({ ...question, server: flights.server });
      hasAnswers = true;
      return answer;
    } finally {
      const left = (open.get(client.id) ?? 1) - 1;
      if (left > 0) open.set(client.id, left);
      else open.delete(client.id);
      if (left === 0) flights.hold(client, false);
    }
  }

  return {
    received(message) {
      if (!("method" in message)) return message;
      if (!("id" in message)) {
        if (message.method !== "notifications/cancelled") return message;
        const question = asked.get(message.params?.["requestId"] as RequestId);
        question?.abort();
        return question === undefined ? message : undefined;
      }
      if (!isQuestion(message.method)) return message;
      void answer(message.id, message.method, isObject(message.params) ? message.params : {});
      return undefined;
    },
    whenAnswered: () =>
      asked.size === 0 ? Promise.resolve(hasAnswers) : new Promise((resolve) => onAnswered.push(resolve)),
    end() {
      for (const question of asked.values()) question.abort();
    },
  };
}

function tooMany(): Promise<JsonObject> {
  return Promise.reject(
    new RpcError(RPC.invalidRequest, `The question is too long, or more than ${MOST_QUESTIONS} are open`),
  );
}

function cannotBeAsked({ method }: ServerQuestion): JsonObject {
  if (method === "roots/list") return { roots: [] };
  const what = capabilityFor(method);
  throw new RpcError(RPC.methodNotFound, `The client behind this request does not support ${what}`);
}

/** The client's own no is passed on as it is. */
function asError(error: unknown): JsonObject {
  if (!(error instanceof RpcError)) return { code: RPC.internal, message: messageOf(error) };
  const { code, message, data } = error;
  return { code, message, ...(data === undefined ? undefined : { data }) };
}
