/**
 * Checks the envelope of a reply by hand. The SDK silently ignores an envelope that its schema rejects, and the call
 * then waits for its timeout; here a slip is repaired and anything worse becomes an error for that call, at once.
 */
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/client";
import { cutText, toTerminalText } from "../../../util/terminal-text.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Why a reply could not be used; stands in `error.data.tacklebox.reason` of the error that replaces it. */
export type ReplyFault = "malformed-reply" | "reply-too-large" | "reply-too-deep";

const INTERNAL_ERROR = -32603;

/** The reply, made to fit the envelope of JSON-RPC 2.0, under the id that we sent. */
export function repairReply(reply: JsonObject, id: RequestId): JSONRPCMessage {
  const { result, error } = reply;
  const hasResult = Object.hasOwn(reply, "result");
  // JSON-RPC 1.0 habits: both members present, the unused one null.
  const hasError = Object.hasOwn(reply, "error") && !(error === null && hasResult);
  if (hasError && hasResult && result !== null) return malformed(id, "has both a result and an error");
  if (hasError) return repairError(error, id);
  if (!hasResult) return malformed(id, "has neither a result nor an error");
  if (!isObject(result)) return malformed(id, `has a result that is ${nameOf(result)}, not an object`);
  if (result["_meta"] !== undefined && !isObject(result["_meta"])) {
    return malformed(id, `has a _meta that is ${nameOf(result["_meta"])}, not an object`);
  }
  if (isExactEnvelope(reply, id)) return reply as unknown as JSONRPCMessage;
  return { jsonrpc: "2.0", id, result };
}

/** An error reply of our own making, for a reply of the server's that cannot be used. */
export function faultyReply(id: RequestId, fault: { reason: ReplyFault; message: string }): JSONRPCMessage {
  const { reason, message } = fault;
  return { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message, data: { tacklebox: { reason } } } };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function repairError(error: unknown, id: RequestId): JSONRPCMessage {
  if (typeof error === "string") return malformed(id, `has an error that is only text: ${quote(error)}`);
  if (!isObject(error)) return malformed(id, `has an error that is ${nameOf(error)}, not an object`);
  const { code, message, data } = error;
  return {
    jsonrpc: "2.0",
    id,
    error: {
      code: Number.isSafeInteger(code) ? (code as number) : INTERNAL_ERROR,
      message: typeof message === "string" ? message : "The server reported an error without a message.",
      ...(data === undefined ? {} : { data }),
    },
  };
}

function malformed(id: RequestId, what: string): JSONRPCMessage {
  return faultyReply(id, { reason: "malformed-reply", message: `The server's reply ${what}.` });
}

function isExactEnvelope(reply: JsonObject, id: RequestId): boolean {
  if (reply["jsonrpc"] !== "2.0" || reply["id"] !== id) return false;
  let members = 0;
  for (const _name in reply) members += 1;
  return members === 3;
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return value === undefined ? "missing" : `a ${typeof value}`;
}

function quote(text: string): string {
  return JSON.stringify(cutText(toTerminalText(text.slice(0, 400)), 200));
}
