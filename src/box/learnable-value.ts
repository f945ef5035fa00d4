/** What a program would get of a result, for learning what results look like; undefined where that is not worth the time. */
import { blockText } from "../calls/normalise-result.ts";
import { HANDLES } from "../signature/tool-types.ts";
import type { CallResult } from "../types.ts";
import { valueOf } from "./code/call-value.ts";
import { handleOf, isBinary } from "./code/handles.ts";

/** Longer texts are not read: what the first results look like is not worth the time. */
const MAX_TEXT_CHARS = 256 * 1024;

export function learnableValue({ data, content }: Pick<CallResult, "data" | "content">): unknown {
  // Not the result's own output, which may have been cut for whoever made the call.
  const output = data === undefined ? content.map(blockText).join("\n") : "";
  const mayBeData = /^\s*[[{]/.test(output);
  if (mayBeData && output.length > MAX_TEXT_CHARS) return undefined;
  return valueOf({ data, content, output }, handleOf);
}

/** What a result has besides that which its server promises: the handles of its binary content. */
export function learnableHandles({ content }: Pick<CallResult, "content">): object | undefined {
  const handles = content.filter(isBinary).map(handleOf);
  return handles.length === 0 ? undefined : { [HANDLES]: handles };
}
