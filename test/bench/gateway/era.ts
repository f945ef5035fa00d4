/** The two eras of the protocol as a client speaks them: what comes first, and what every request carries. */
import type { Message } from "./message.ts";

export type Era = "legacy" | "modern";

const LEGACY_VERSION = "2025-11-25";
const MODERN_VERSION = "2026-07-28";
const CLIENT = { name: "bench", version: "1.0.0" };
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": CLIENT,
};

export type Params = Readonly<Record<string, unknown>>;

export const INITIALIZE: Params = {
  protocolVersion: LEGACY_VERSION,
  capabilities: {},
  clientInfo: CLIENT,
};

/** The params as they go over the wire. */
export function paramsOf(era: Era, params: Params): Params {
  if (era === "legacy") return params;
  const meta = params["_meta"] as Params | undefined;
  return { ...params, _meta: { ...meta, ...ENVELOPE } };
}

/** The headers of a request in the modern era. */
export function modernHeaders(method: string, params: Params): Readonly<Record<string, string>> {
  const name = params["name"];
  return {
    "mcp-protocol-version": MODERN_VERSION,
    "mcp-method": method,
    ...(typeof name === "string" ? { "mcp-name": name } : {}),
  };
}

/** The result in an answer; an error ends the measurement, because what is measured must work. */
export function resultOf(method: string, { result, error }: Message): Params {
  if (result === undefined)
    throw new Error(`${method} failed: ${error?.message ?? "no result in the answer"}`);
  return result;
}
