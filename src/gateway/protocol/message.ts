/** JSON-RPC as it comes in: what a message is, told before anything in it is believed. */
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { messageOf } from "../../errors.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";

export type RequestId = string | number;

export type Incoming =
  | { readonly kind: "request"; readonly id: RequestId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: "notification"; readonly method: string; readonly params: JsonObject }
  | { readonly kind: "response"; readonly id: RequestId; readonly result: JsonObject }
  | { readonly kind: "error"; readonly id: RequestId | undefined; readonly error: RpcError }
  | { readonly kind: "invalid"; readonly id: RequestId | undefined; readonly reason: string };

export function readMessage(value: unknown): Incoming {
  if (!isObject(value)) return invalid(undefined, "A message is a JSON object");
  const { jsonrpc, id: givenId, method, params, result, error } = value;
  const id =
    typeof givenId === "string" || Number.isSafeInteger(givenId) ? (givenId as RequestId) : undefined;
  if (jsonrpc !== "2.0") return invalid(id, `"jsonrpc" must be "2.0"`);
  if (method !== undefined) {
    if (typeof method !== "string") return invalid(id, `"method" must be a string`);
    if (params !== undefined && !isObject(params)) return invalid(id, `"params" must be an object`);
    const given = params ?? {};
    if (givenId === undefined) return { kind: "notification", method, params: given };
    if (id === undefined) return invalid(id, `"id" must be a string or an integer`);
    return { kind: "request", id, method, params: given };
  }
  if (isObject(error)) {
    const { code, message, data } = error;
    const isSound = typeof code === "number" && typeof message === "string";
    const answer = isSound
      ? new RpcError(code, message, data)
      : new RpcError(RPC.internal, "The client failed");
    return { kind: "error", id, error: answer };
  }
  if (id !== undefined && isObject(result)) return { kind: "response", id, result };
  return invalid(id, "A message has a method, a result or an error");
}

function invalid(id: RequestId | undefined, reason: string): Incoming {
  return { kind: "invalid", id, reason };
}

export function resultMessage(id: RequestId, resultText: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultText}}`;
}

export function errorMessage(id: RequestId | undefined, error: RpcError): string {
  const { code, message, data } = error;
  return JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error: { code, message, data } });
}

export function notificationMessage(method: string, params: JsonObject): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params });
}

/** Whatever was thrown, as the error that a client is told. */
export function asRpcError(thrown: unknown): RpcError {
  if (thrown instanceof RpcError) return thrown;
  // Nothing else here recurses but what goes through the depth of a message.
  if (thrown instanceof RangeError)
    return new RpcError(RPC.invalidParams, "The message is nested too deep, or too long");
  return new RpcError(RPC.internal, messageOf(thrown));
}
