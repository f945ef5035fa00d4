/**
 * `x-mcp-header` in a tool's schema: arguments that are repeated in HTTP headers, so that what stands between client and
 * server can decide by them. One that breaks the rules makes its tool unusable over HTTP (2026-07-28, Streamable HTTP).
 */
import type { JsonObject } from "../types.ts";
import { isObject } from "./is-object.ts";

export interface ParameterHeader {
  /** Where the argument stands. */
  readonly path: readonly string[];
  readonly header: string;
}

export type ParameterHeaders =
  | { readonly kind: "sound"; readonly headers: readonly ParameterHeader[] }
  | { readonly kind: "broken"; readonly reason: string };

const KEYWORD = "x-mcp-header";
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: ReadonlySet<unknown> = new Set(["string", "integer", "boolean"]);
const MAX_DEPTH = 64;
const NONE: ParameterHeaders = { kind: "sound", headers: [] };

const known = new WeakMap<JsonObject, ParameterHeaders>();

export function parameterHeadersOf(schema: JsonObject): ParameterHeaders {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const headers: ParameterHeader[] = [];
  const reason = visit(schema, { path: [], isReachable: true, headers });
  const result: ParameterHeaders =
    reason === undefined
      ? headers.length === 0
        ? NONE
        : { kind: "sound", headers }
      : { kind: "broken", reason };
  known.set(schema, result);
  return result;
}

interface Visit {
  readonly path: readonly string[];
  /** Only what is reached through `properties` alone is there in every call. */
  readonly isReachable: boolean;
  readonly headers: ParameterHeader[];
}

/** The first rule that is broken; undefined when none is. */
function visit(node: unknown, { path, isReachable, headers }: Visit): string | undefined {
  if (typeof node !== "object" || node === null || path.length > MAX_DEPTH) return undefined;
  if (isReachable && isObject(node) && Object.hasOwn(node, KEYWORD)) {
    const fault = judge(node, path, headers);
    if (fault !== undefined) return fault;
    headers.push({ path, header: String(node[KEYWORD]) });
  } else if (Object.hasOwn(node, KEYWORD)) {
    return `'${path.join(".")}' has an ${KEYWORD} where not every call has a value`;
  }
  for (const [key, child] of Object.entries(node)) {
    if (DATA.has(key)) continue;
    const isProperties = key === "properties" && isObject(child);
    const children = isProperties ? Object.entries(child) : [[key, child] as const];
    for (const [name, inner] of children) {
      const fault = visit(inner, {
        path: [...path, name],
        isReachable: isReachable && isProperties,
        headers,
      });
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

/** Keywords that hold values and not schemas. */
const DATA: ReadonlySet<string> = new Set(["default", "const", "enum", "examples", KEYWORD]);

function judge(
  node: JsonObject,
  path: readonly string[],
  headers: readonly ParameterHeader[],
): string | undefined {
  const place = `${KEYWORD} of '${path.join(".")}'`;
  const header = node[KEYWORD];
  if (path.length === 0) return `${KEYWORD} stands at the root`;
  if (typeof header !== "string" || header === "") return `the ${place} is empty`;
  if (!TOKEN.test(header)) return `the ${place} cannot be the name of a header`;
  if (!TYPES.has(node["type"])) return `the ${place} is for a value that is no string, integer or boolean`;
  const isTwice = headers.some((other) => other.header.toLowerCase() === header.toLowerCase());
  return isTwice ? `the ${place} is used twice` : undefined;
}

/** The value of an argument as text; undefined when there is none to be sent. */
export function argumentText(args: unknown, path: readonly string[]): string | undefined {
  let value: unknown = args;
  for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

/** Text that a header cannot carry as it is becomes `=?base64?…?=`. */
export function encodeHeaderText(text: string): string {
  const isPlain = /^[\x20-\x7e\t]+$/.test(text) && text === text.trim() && !isEncoded(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

/** Undefined for base64 that makes no sense. */
export function decodeHeaderText(text: string): string | undefined {
  if (!isEncoded(text)) return text;
  const body = text.slice(9, -2);
  const bytes = Buffer.from(body, "base64");
  return bytes.toString("base64") === body ? bytes.toString("utf8") : undefined;
}

function isEncoded(text: string): boolean {
  return text.startsWith("=?base64?") && text.endsWith("?=");
}
