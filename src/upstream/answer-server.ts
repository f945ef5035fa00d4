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
import type { Cause, Flights } from "./flights.ts";
import { roughSize } from "./lists/repair-list.ts";
import type { Tap } from "./tap-transport.ts";

export interface AnswerOptions {
  readonly flights: Flights;
  readonly send: (message: JSONRPCMessage) => Promise<void>;
  readonly onRemark: (remark: string) => void;
}

/** Everything that we may be asked on behalf of some client. What the one client cannot do is refused when it is asked. */
export const INTERACTIVE_CAPABILITIES = {
  sampling: { tools: {}, context: {} },
  elicitation: { form: {}, url: {} },
  roots: {},
};

/** A person may need a while; nobody is waited for longer. */
const LONGEST_QUESTION_MS = 5 * 60 * 1000;
/** Open at once on one connection, and how long each may be: a server's questions wait in our memory. */
const MOST_QUESTIONS = 32;
const LONGEST_QUESTION_CHARS = 1024 * 1024;

interface AskedQuestion {
  readonly end: AbortController;
  readonly clientId: string | undefined;
}

function tooMany(): Promise<JsonObject> {
  return Promise.reject(
    new RpcError(RPC.invalidRequest, `The question is too long, or more than ${MOST_QUESTIONS} are open`),
  );
}

export function answerServer({ flights, send, onRemark }: AnswerOptions): Tap {
  const asked = new Map<RequestId, AskedQuestion>();
  /** Client → how many questions it has not answered. */
  const open = new Map<string, number>();

  flights.onClientDone = (clientId) => {
    for (const question of asked.values()) if (question.clientId === clientId) question.end.abort();
  };

  async function answer(id: RequestId, method: string, params: JsonObject): Promise<void> {
    const end = new AbortController();
    const cause = flights.cause();
    const timer = setTimeout(() => end.abort(), LONGEST_QUESTION_MS);
    timer.unref();
    const isLong = roughSize(params, LONGEST_QUESTION_CHARS) > LONGEST_QUESTION_CHARS;
    const isTooMuch = isLong || asked.size >= MOST_QUESTIONS || asked.has(id);
    if (!isTooMuch) asked.set(id, { end, clientId: cause.kind === "client" ? cause.client.id : undefined });
    const question = { method, params, signal: end.signal };
    const reply = await (isTooMuch ? tooMany() : resultOf(question, cause)).then(
      (result) => ({ jsonrpc: "2.0", id, result }),
      (error: unknown) => ({ jsonrpc: "2.0", id, error: asError(error) }),
    );
    clearTimeout(timer);
    if (!isTooMuch) asked.delete(id);
    if (end.signal.aborted) return;
    await send(reply as JSONRPCMessage).catch((error: unknown) =>
      onRemark(`the answer to its ${method} could not be sent: ${messageOf(error)}`),
    );
  }

  async function resultOf(question: ServerQuestion, cause: Cause): Promise<JsonObject> {
    const { method } = question;
    if (cause.kind === "client" && mayBeAsked(cause.client.capabilities, method, question.params))
      return ask(cause.client, question);
    if (method === "roots/list") return { roots: [] };
    if (cause.kind === "unclear") {
      onRemark(
        `asked for ${method} while requests of several clients were under way, and got no answer: ` +
          `nobody can tell which client is meant. "isolation": "session" gives each client a server of its own.`,
      );
      throw new RpcError(RPC.invalidRequest, "It cannot be told which client this question is for");
    }
    const what = capabilityFor(method);
    throw new RpcError(RPC.methodNotFound, `The client behind this request does not support ${what}`);
  }

  /** A person may need longer to answer than a call may take. */
  async function ask(client: CallClient, question: ServerQuestion): Promise<JsonObject> {
    open.set(client.id, (open.get(client.id) ?? 0) + 1);
    flights.hold(client, true);
    try {
      return await client.ask({ ...question, server: flights.server });
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
        question?.end.abort();
        return question === undefined ? message : undefined;
      }
      if (!isQuestion(message.method)) return message;
      void answer(message.id, message.method, isObject(message.params) ? message.params : {});
      return undefined;
    },
  };
}

/** The client's own no is passed on as it is. */
function asError(error: unknown): JsonObject {
  if (!(error instanceof RpcError)) return { code: RPC.internal, message: messageOf(error) };
  const { code, message, data } = error;
  return { code, message, ...(data === undefined ? undefined : { data }) };
}
