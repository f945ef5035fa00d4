/** The fields that say how a server is reached: a program, a web address or a name of ours. */
import { resolve as resolvePath } from "node:path";
import type { HttpServer, InProcessServer, OAuthValue, ServerDefinition } from "../../types.ts";
import type { ServerOptions, ServerType, StdioServer } from "../../types.ts";
import type { ConfigNode } from "../formats/node.ts";
import type { EntryField, ServerEntry } from "../shapes/shape.ts";
import { readMap, readScalarText, readString, readStringList, readStringMap } from "./read-values.ts";
import type { FieldReader, ReadContext, Report } from "./read-values.ts";

export interface TransportContext {
  readonly entry: ServerEntry;
  readonly fields: ReadonlyMap<string, EntryField>;
  readonly read: FieldReader;
  readonly report: Report;
  readonly folder: string;
}

export function readTransport(
  type: ServerType,
  options: ServerOptions,
  context: TransportContext,
): ServerDefinition | undefined {
  switch (type) {
    case "stdio":
      return readStdio(options, context);
    case "http":
    case "sse":
      return readRemote(type, options, context);
    case "inprocess":
      return readInProcess(options, context);
  }
}

function readStdio(options: ServerOptions, context: TransportContext): StdioServer | undefined {
  const { read, folder } = context;
  if (!context.fields.has("command")) return missing("command", "stdio", context);
  const words = read("command", (node, inner) =>
    node.kind === "list" ? readStringList(node, inner) : asList(readString(node, inner)),
  );
  const [command, ...inlineArgs] = words ?? [];
  if (words !== undefined && (command === undefined || command.trim() === "")) {
    return missing("command", "stdio", context, "is empty");
  }
  const args = read("args", readStringList) ?? [];
  const env = read("env", readStringMap) ?? {};
  const cwd = read("cwd", readString);
  if (command === undefined) return undefined;
  return {
    ...options,
    type: "stdio",
    command,
    args: [...inlineArgs, ...args],
    env,
    cwd: resolvePath(folder, cwd ?? ""),
  };
}

function readRemote(
  type: "http" | "sse",
  options: ServerOptions,
  context: TransportContext,
): HttpServer | undefined {
  const { read } = context;
  const field = context.fields.get("url");
  if (field === undefined) return missing("url", type, context);
  const url = read("url", readString);
  const headers = read("headers", readStringMap) ?? {};
  const oauth = read("oauth", (node, inner) => readMap<OAuthValue>(node, inner, readOAuthValue));
  checkHeaders(headers, context);
  if (url === undefined) return undefined;
  const protocol = URL.parse(url)?.protocol;
  if (protocol !== "http:" && protocol !== "https:") {
    // The text as written: the expanded one may hold a secret.
    const written = field.value.kind === "scalar" ? String(field.value.value) : "";
    const message = `'url' of server '${context.entry.name}' is not a web address: '${written}'`;
    context.report({
      severity: "error",
      at: field.value.at,
      field: "url",
      message,
      fix: `Start it with "https://".`,
    });
    return undefined;
  }
  return { ...options, type, url, headers, oauth };
}

function readOAuthValue(node: ConfigNode, context: ReadContext): OAuthValue | undefined {
  if (node.kind === "list") return readStringList(node, context);
  if (node.kind === "scalar" && (typeof node.value === "number" || typeof node.value === "boolean"))
    return node.value;
  return readScalarText(node, context);
}

function checkHeaders(headers: Readonly<Record<string, string>>, context: TransportContext): void {
  for (const [name, value] of Object.entries(headers)) {
    const isName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name);
    const isValue = /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
    if (isName && isValue) continue;
    const at = context.fields.get("headers")?.value.at ?? context.entry.at;
    const message = isName
      ? `The value of header '${name}' has characters that HTTP does not allow`
      : `'${name}' is not a valid header name`;
    context.report({ severity: "error", at, field: `headers.${name}`, message });
  }
}

function readInProcess(options: ServerOptions, context: TransportContext): InProcessServer | undefined {
  const builtin = context.read("builtin", readString);
  // The usual case: a server that is called like the built-in that it is.
  return { ...options, type: "inprocess", builtin: builtin ?? options.name };
}

function missing(field: string, type: string, context: TransportContext, what?: string): undefined {
  const { entry } = context;
  const message =
    what === undefined
      ? `Missing '${field}' in ${type} server '${entry.name}'`
      : `'${field}' ${what} in ${type} server '${entry.name}'`;
  context.report({ severity: "error", at: entry.at, field, message, fix: `Add "${field}".` });
  return undefined;
}

function asList(value: string | undefined): string[] | undefined {
  return value === undefined ? undefined : [value];
}
