/** Several messages in one, which one revision knew and the next one took back. */
import { isObject } from "../../util/is-object.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { errorMessage, readMessage } from "../protocol/message.ts";
import type { LegacySession } from "./session.ts";

const BATCHES_IN = "2025-03-26";
const MOST_IN_BATCH = 50;

/** Why a batch is refused; undefined when it may be answered. */
export function refuseBatch(session: LegacySession, items: readonly unknown[]): string | undefined {
  const isFine = session.protocolVersion === BATCHES_IN && isBatchSize(items.length);
  return isFine
    ? undefined
    : `One message at a time; batches of up to ${MOST_IN_BATCH} are for ${BATCHES_IN} only`;
}

export function isBatchSize(length: number): boolean {
  return length > 0 && length <= MOST_IN_BATCH;
}

/** How many of a batch are requests; the rest may be the answers for which the client's requests wait. */
export function requestsIn(items: readonly unknown[]): number {
  const isRequest = (item: unknown): boolean => isObject(item) && "method" in item && "id" in item;
  return items.slice(0, MOST_IN_BATCH).filter(isRequest).length;
}

/** The answers in one text; undefined when nothing in it wanted one. */
export async function answerBatch(
  session: LegacySession,
  items: readonly unknown[],
): Promise<string | undefined> {
  const answers = await Promise.all(items.map((item) => answerItem(session, item)));
  const texts = answers.filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : `[${texts.join(",")}]`;
}

async function answerItem(session: LegacySession, item: unknown): Promise<string | undefined> {
  const message = readMessage(item);
  if (message.kind === "request") return session.answer(message);
  if (message.kind === "invalid")
    return errorMessage(message.id, new RpcError(RPC.invalidRequest, message.reason));
  session.take(message);
  return undefined;
}
