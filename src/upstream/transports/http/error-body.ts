/**
 * The body of a failed response, made fit for messages. The SDK copies it into its errors, so what leaves this file
 * is all that anybody ever sees of it: a short clean line, or a JSON-RPC error with every string cleaned.
 */
import { cleanText } from "./clean-text.ts";
import type { Redact } from "./redact-sent.ts";

const MAX_TEXT = 2 * 1024;
const MAX_DATA = 8 * 1024;

/** How much of an error body is read at all: enough for a JSON-RPC error with data. */
export const MAX_ERROR_BODY_BYTES = 64 * 1024;

export interface ErrorBody {
  /** What the SDK gets as the body. */
  readonly text: string;
  /** One line for our own message. */
  readonly summary: string;
  readonly rpcError: RpcError | undefined;
}

export interface RpcError {
  readonly id: string | number | null;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export function cleanErrorBody(raw: string, redact: Redact): ErrorBody {
  const rpcError = readRpcError(raw, redact);
  if (rpcError !== undefined) {
    const { id, ...error } = rpcError;
    const text = JSON.stringify({ jsonrpc: "2.0", id, error });
    return { text, summary: cleanText(error.message, { redact, maxLength: 300 }), rpcError };
  }
  const text = cleanText(raw, { redact, maxLength: MAX_TEXT });
  return { text, summary: cleanText(text, { redact, maxLength: 300 }), rpcError: undefined };
}

function readRpcError(raw: string, redact: Redact): RpcError | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
  } catch {
    return undefined; // not JSON: treated as text
  }
  if (!isRecord(parsed) || !isRecord(parsed["error"])) return undefined;
  const { code, message, data } = parsed["error"];
  if (typeof code !== "number" || !Number.isSafeInteger(code)) return undefined;
  const id = parsed["id"];
  return {
    id: typeof id === "number" || (typeof id === "string" && id.length <= 128) ? id : null,
    code,
    message: cleanText(typeof message === "string" ? message : "", { redact, maxLength: MAX_TEXT }),
    ...cleanData(data, redact),
  };
}

function cleanData(data: unknown, redact: Redact): { data?: unknown } {
  if (data === undefined) return {};
  const text = JSON.stringify(data, (_key, value: unknown) =>
    typeof value === "string" ? cleanText(value, { redact, maxLength: MAX_TEXT }) : value,
  );
  // Half a value is worse than none, and keys can hold secrets as well as values.
  return text.length > MAX_DATA || redact(text) !== text ? {} : { data: JSON.parse(text) as unknown };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
