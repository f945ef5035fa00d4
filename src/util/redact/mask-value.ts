/**
 * Turns any value into plain JSON data without secrets. It reads own properties only, survives getters and proxies that
 * throw, and stops at a depth and a number of nodes, so that a hostile or cyclic value can neither hang nor crash a log.
 */
import { MASK } from "./mask.ts";
import { isSecretName } from "./secret-names.ts";

const MAX_DEPTH = 24;
const MAX_NODES = 20_000;

interface Walk {
  readonly text: (text: string) => string;
  /** The objects that we are inside of. */
  readonly open: Set<object>;
  nodes: number;
}

/** A copy with strings passed through `text` and values of secret names masked. */
export function maskValue(value: unknown, text: (text: string) => string): unknown {
  return copy(value, { text, open: new Set(), nodes: 0 });
}

function copy(value: unknown, walk: Walk): unknown {
  switch (typeof value) {
    case "string":
      return walk.text(value);
    case "number":
    case "boolean":
    case "undefined":
      return value;
    case "bigint":
      return walk.text(String(value));
    case "symbol":
    case "function":
      return `[${typeof value}]`;
    case "object":
      return value === null ? null : copyObject(value, walk);
  }
}

function copyObject(value: object, walk: Walk): unknown {
  if (walk.open.has(value)) return "[circular]";
  walk.nodes += 1;
  if (walk.open.size >= MAX_DEPTH || walk.nodes > MAX_NODES) return "[…]";
  walk.open.add(value);
  try {
    return copyOpen(value, walk);
  } catch {
    return "[unreadable]"; // a getter or proxy threw; the rest of the value is still worth showing
  } finally {
    walk.open.delete(value);
  }
}

function copyOpen(value: object, walk: Walk): unknown {
  if (Array.isArray(value)) return copyItems(value, walk);
  if (value instanceof Error) return copyEntries(errorEntries(value), walk);
  if (value instanceof Map)
    return copyEntries(
      [...value].map(([key, item]) => [String(key), item]),
      walk,
    );
  if (value instanceof Set) return copyItems([...value], walk);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (value instanceof URL) return walk.text(value.href);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (isHeaders(value)) return copyEntries([...value], walk);
  return copyEntries(ownEntries(value), walk);
}

function copyItems(items: readonly unknown[], walk: Walk): unknown[] {
  const result: unknown[] = [];
  for (const item of items) {
    walk.nodes += 1;
    if (walk.nodes > MAX_NODES) return [...result, `[… ${items.length - result.length} more]`];
    result.push(copy(item, walk));
  }
  return result;
}

function copyEntries(entries: readonly (readonly [string, unknown])[], walk: Walk): unknown {
  const pairName = entries.find(
    ([key, value]) => (key === "name" || key === "key") && typeof value === "string",
  );
  const isSecretPair = pairName !== undefined && isSecretName(String(pairName[1]));
  const result: [string, unknown][] = [];
  for (const [key, value] of entries) {
    walk.nodes += 1;
    if (walk.nodes > MAX_NODES) {
      result.push(["…", `[${entries.length - result.length} more]`]);
      break;
    }
    const isSecret = isSecretName(key) || (isSecretPair && key === "value");
    result.push([walk.text(key), isSecret && hidesSomething(key, value) ? MASK : copy(value, walk)]);
  }
  // Defines each key as own property: `__proto__` is a key like others here.
  return Object.fromEntries(result);
}

/** What may be shown even under a secret name: nothing there, yes or no, an amount of tokens, a schema about it. */
function hidesSomething(key: string, value: unknown): boolean {
  if (value === null || value === undefined || value === "" || typeof value === "boolean") return false;
  if (typeof value === "number") return !/token/i.test(key);
  return typeof value !== "object" || !isSchema(value);
}

const SCHEMA_TYPES: ReadonlySet<unknown> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
]);

/** `{ type: "string", description: … }`: a debug log of a list of tools is full of them. */
function isSchema(value: object): boolean {
  const type: unknown = Object.getOwnPropertyDescriptor(value, "type")?.value;
  return SCHEMA_TYPES.has(type);
}

/** Own enumerable properties; one getter that throws does not spoil the others. */
function ownEntries(value: object): [string, unknown][] {
  return Object.keys(value).map((key) => {
    try {
      return [key, (value as Record<string, unknown>)[key]];
    } catch {
      return [key, "[unreadable]"];
    }
  });
}

function errorEntries(error: Error): [string, unknown][] {
  const entries: [string, unknown][] = [
    ["name", error.name],
    ["message", error.message],
  ];
  if (error.stack !== undefined) entries.push(["stack", error.stack]);
  if (error.cause !== undefined) entries.push(["cause", error.cause]);
  const seen = new Set(entries.map(([key]) => key));
  return [...entries, ...ownEntries(error).filter(([key, value]) => !seen.has(key) && value !== undefined)];
}

/** By its tag: naming the global class would load all of fetch. */
function isHeaders(value: object): value is Iterable<[string, string]> {
  return Object.prototype.toString.call(value) === "[object Headers]" && Symbol.iterator in value;
}
