/**
 * In the modern era headers repeat what the body says, so that what stands between can decide by them. Whoever trusts
 * them must be able to: a request whose headers and body disagree is refused.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { argumentText, decodeHeaderText, parameterHeadersOf } from "../../util/parameter-headers.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { META } from "../protocol/versions.ts";

/** Where the value of `Mcp-Name` stands in the body. */
const NAME_MEMBER: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** Whether a request is of the modern era: its body says so, or a header that only that era has. */
export function isModern(headers: IncomingHttpHeaders, method: string, params: JsonObject): boolean {
  const meta = params["_meta"];
  if (isObject(meta) && meta[META.protocolVersion] !== undefined) return true;
  if (method === "initialize") return false;
  return method === "server/discover" || saysModern(headers);
}

/** Whether the header names a revision of the modern era. */
export function saysModern(headers: IncomingHttpHeaders): boolean {
  const version = headers["mcp-protocol-version"];
  return typeof version === "string" && version >= "2026";
}

/** Throws when the headers do not say what the body says. */
export function checkHeaders(
  headers: IncomingHttpHeaders,
  { method, params, schema }: { method: string; params: JsonObject; schema: JsonObject | undefined },
): void {
  const meta = params["_meta"];
  const version = isObject(meta) ? meta[META.protocolVersion] : undefined;
  if (typeof version !== "string")
    throw new RpcError(RPC.invalidParams, `'_meta' lacks '${META.protocolVersion}'`);
  agree("MCP-Protocol-Version", headers["mcp-protocol-version"], version);
  agree("Mcp-Method", headers["mcp-method"], method);
  const member = NAME_MEMBER[method];
  const name = member === undefined ? undefined : params[member];
  if (typeof name === "string") agree("Mcp-Name", decoded("Mcp-Name", headers["mcp-name"]), name);
  if (schema !== undefined) checkParameters(headers, schema, params["arguments"]);
}

/** Arguments that the tool's schema wants repeated in headers. */
function checkParameters(headers: IncomingHttpHeaders, schema: JsonObject, args: unknown): void {
  const declared = parameterHeadersOf(schema);
  if (declared.kind === "broken") return;
  for (const { path, header: suffix } of declared.headers) {
    const header = `Mcp-Param-${suffix}`;
    const text = argumentText(args, path);
    const given = decoded(header, headers[header.toLowerCase()]);
    if (text === undefined && given !== undefined) throw mismatch(header, "the body has no such argument");
    if (text !== undefined && !isSameNumber(text, given)) agree(header, given, text);
  }
}

function isSameNumber(text: string, given: string | undefined): boolean {
  return given !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) && Number(given) === Number(text);
}

function agree(header: string, given: string | string[] | undefined, body: string): void {
  if (given === undefined) throw mismatch(header, "it is missing");
  if (given !== body) throw mismatch(header, "it does not say what the body says");
}

function decoded(header: string, value: string | string[] | undefined): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = decodeHeaderText(value);
  if (text === undefined) throw mismatch(header, "its base64 makes no sense");
  return text;
}

function mismatch(header: string, why: string): RpcError {
  return new RpcError(RPC.headerMismatch, `Header mismatch: ${header}: ${why}`);
}
