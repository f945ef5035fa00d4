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
  if (found === null) return readWhole(line);
  const [, id = "", key = ""] = found;
  return { id: JSON.parse(id) as RequestId, kind: kindOf(key) };
}

/** An id may be as long as its client likes, and another version may write it otherwise. */
function readWhole(line: Buffer): OwnLine | undefined {
  const value = parsed(line);
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
