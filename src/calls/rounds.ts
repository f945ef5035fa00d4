/**
 * A server of the modern era may answer with questions, and is then asked again with the answers. Every round belongs to the
 * same call: it has the call's place, its time and its record.
 */
import { TackleError } from "../errors.ts";
import { ABORTED, unlessAborted } from "../gate/ask-person.ts";
import type { CallRequest, JsonObject } from "../types.ts";
import { isObject } from "../util/is-object.ts";

const MOST_ROUNDS = 10;

export interface Rounds {
  readonly server: string;
  readonly answerInput: NonNullable<CallRequest["answerInput"]>;
  /** Ends the waiting for an answer that nobody needs any more. */
  readonly signal: AbortSignal;
  /** Asks once more; `waitedMs` is how long the answers took so far, which is not the server's time. */
  readonly send: (input: JsonObject, waitedMs: number) => Promise<unknown>;
}

export function asksForInput(answer: unknown): answer is JsonObject {
  return isObject(answer) && answer["resultType"] === "input_required";
}

/** Whether a request brings answers to earlier questions, and so is not the same as one without. */
export function bringsInput(extra: JsonObject | undefined): boolean {
  return extra !== undefined && ("inputResponses" in extra || "requestState" in extra);
}

/** Until the server has an answer, or nobody has one for the server. */
export async function goOn(
  questions: JsonObject,
  { server, answerInput, signal, send }: Rounds,
): Promise<unknown> {
  let open = questions;
  let waitedMs = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const begin = performance.now();
    const input = await unlessAborted(answerInput(open), signal);
    if (input === ABORTED) throw signal.reason;
    if (input === undefined) return open;
    waitedMs += performance.now() - begin;
    const answer = await send(input, waitedMs);
    if (!asksForInput(answer)) return answer;
    open = answer;
  }
  const message = `Server '${server}' asked more than ${MOST_ROUNDS} times before it answered`;
  throw new TackleError({ code: "protocol", message, server });
}
