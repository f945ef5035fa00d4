/**
 * What a tool's result is in a program: its structured content, else its text (as data where the text is JSON). In the place
 * of binary content there are handles, and nothing of a result is left out because it has them.
 */
import { blockText } from "../../calls/normalise-result.ts";
import { HANDLES } from "../../signature/tool-types.ts";
import type { CallResult, JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { isBinary } from "./handles.ts";

export type CallOutput = Pick<CallResult, "data" | "content" | "output">;

/** `keep` gives the handle of a block. */
export function valueOf({ data, content, output }: CallOutput, keep: (block: JsonObject) => object): unknown {
  const handles = content.filter(isBinary).map(keep);
  if (data !== undefined) return handles.length === 0 ? data : withHandles(data, handles);
  if (handles.length === 0) return asData(output);
  const text = content
    .filter((block) => !isBinary(block))
    .map(blockText)
    .join("\n");
  if (text !== "") return { text, handles };
  return handles.length === 1 ? handles[0] : handles;
}

/** Beside the members of an object, under a name that none of them has. */
function withHandles(data: unknown, handles: readonly object[]): object {
  return isObject(data) ? { ...data, [handlesMember(data)]: handles } : { data, handles };
}

/** `handles`, with as many `_` before it as it takes. */
function handlesMember(data: object): string {
  let name = HANDLES;
  while (Object.hasOwn(data, name)) name = `_${name}`;
  return name;
}

/** A text that is an object or a list as JSON is meant as one. */
function asData(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
