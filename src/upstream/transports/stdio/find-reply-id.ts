/**
 * Finds out which request a reply belongs to when the reply itself cannot be parsed: it is too long, too deep or not
 * valid JSON. Looks only at its beginning and its end, and answers only when there is no doubt.
 */
import { endOfString } from "./json-outline.ts";

export type ReplyId = string | number;

/** `isReply` is false when the message names a method: then it is a request or a notification of the server's own. */
export interface ReplyTrace {
  readonly isReply: boolean;
  readonly id: ReplyId | undefined;
}

const HEAD_CHARACTERS = 4096;
const TAIL_CHARACTERS = 512;

/** Many servers write the result first and the id last. Right before the closing brace nothing else can match this. */
const ID_AT_END = /,\s*"id"\s*:\s*(-?\d{1,15}|"[^"\\]{1,256}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

export function findReplyId(start: string, end: string = start): ReplyTrace {
  const top = readTopLevel(start.slice(0, HEAD_CHARACTERS));
  if (top.get("method") !== undefined) return { isReply: false, id: undefined };
  const id = toId(top.get("id") ?? ID_AT_END.exec(end.slice(-TAIL_CHARACTERS))?.[1]);
  return { isReply: true, id };
}

/** The text of each simple value among the members of the outermost object, as far as they can be read. */
function readTopLevel(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let depth = 0;
  let key: string | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '"') {
      const end = endOfString(text, index);
      const token = text.slice(index, end + 1);
      if (depth === 1 && end < text.length) {
        if (/^\s*:/.test(text.slice(end + 1, end + 17))) key = token.slice(1, -1);
        else if (key !== undefined) members.set(key, token);
      }
      index = end;
    } else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    else if (depth === 1 && character === ",") key = undefined;
    else if (depth === 1 && key !== undefined && /[-\d]/.test(character)) {
      const token = /^[-+.\dEe]+/.exec(text.slice(index))?.[0] ?? character;
      index += token.length - 1;
      // A number at the very end of what we see may have been cut in two.
      if (index < text.length - 1) members.set(key, token);
    }
  }
  return members;
}

function toId(token: string | undefined): ReplyId | undefined {
  if (token === undefined) return undefined;
  if (!token.startsWith('"')) return Number.isSafeInteger(Number(token)) ? Number(token) : undefined;
  return token.includes("\\") ? undefined : token.slice(1, -1);
}
