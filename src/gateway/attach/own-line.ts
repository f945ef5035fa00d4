/** What a line of our own gateway is, told from its beginning: an answer may have many megabytes. */
import { isObject } from "../../util/is-object.ts";
import type { RequestId } from "../protocol/message.ts";

export interface OwnLine {
  readonly id: RequestId;
  readonly kind: "result" | "error" | "question";
}

const LOOKED_AT_BYTES = 256;
const START = '{"jsonrpc":"2.0","id":';
const WHOLE_START = /^\{"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|-?\d+),"(result|error|method)":/;

/** Undefined for what has no id: a notification. */
export function readOwnLine(line: Buffer): OwnLine | undefined {
  const start = line.toString("utf8", 0, LOOKED_AT_BYTES);
  if (!start.startsWith(START)) return undefined;
  const found = WHOLE_START.exec(start);
  if (found === null) return ownIn(parsed(line));
  const [, id = "", key = ""] = found;
  return { id: JSON.parse(id) as RequestId, kind: kindOf(key) };
}

/** An id may be as long as its client likes, and another version may write it otherwise. */
function ownIn(value: unknown): OwnLine | undefined {
  if (!isObject(value)) return undefined;
  const { id } = value;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  return { id, kind: "method" in value ? "question" : "error" in value ? "error" : "result" };
}

function kindOf(key: string): OwnLine["kind"] {
  if (key === "method") return "question";
  return key === "error" ? "error" : "result";
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    return undefined; // the client will say what it thinks of it
  }
}

const OPEN_BRACKET = 91;

/** The requests that are answered together in one line, as one revision has it. */
export function idsInBatch(line: Buffer): readonly RequestId[] {
  if (line[0] !== OPEN_BRACKET) return [];
  const items = parsed(line);
  return Array.isArray(items) ? items.flatMap((item) => ownIn(item)?.id ?? []) : [];
}
