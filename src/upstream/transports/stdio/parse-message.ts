/**
 * One line of a server's stdout → what it says. Never throws. Text that is not JSON-RPC is noise; a reply that is
 * broken but can be told to belong to a pending request becomes an error reply, so that the call fails at once.
 */
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/client";
import { noteWireText } from "../../../util/wire-text.ts";
import { findReplyId } from "./find-reply-id.ts";
import { membersOf, type Member } from "./json-outline.ts";
import { faultyReply, isObject, repairReply, type JsonObject, type ReplyFault } from "./repair-reply.ts";

/** Deeper than anything a tool has a use for, shallow enough for every recursive function that follows. */
const MAX_DEPTH = 128;

export type ParsedLine =
  | { readonly kind: "reply"; readonly id: RequestId; readonly message: JSONRPCMessage }
  /** A request or a notification of the server's. */
  | { readonly kind: "other"; readonly message: JSONRPCMessage }
  /** A reply to no pending request. */
  | { readonly kind: "stray" }
  | { readonly kind: "noise" }
  /** A batch of 2025-03-26: parse each item with `parseValue`. */
  | { readonly kind: "batch"; readonly items: readonly unknown[] };

/** Gives the pending id that the id of a reply stands for. */
export type MatchId = (id: unknown) => RequestId | undefined;

const NOISE: ParsedLine = { kind: "noise" };
const STRAY: ParsedLine = { kind: "stray" };
const NO_METHOD_MEMBERS: ReadonlySet<string> = new Set(["jsonrpc", "id", "result", "error"]);
const MESSAGE_START = /\{\s*"(?:jsonrpc|id|result|error|method|params)"\s*:/;

export function parseLine(text: string, match: MatchId): ParsedLine {
  // Every level takes an opening and a closing character.
  const members = text.length <= MAX_DEPTH * 2 ? [] : membersOf(text, MAX_DEPTH);
  if (members === undefined) {
    return unreadable(text, match, {
      reason: "reply-too-deep",
      message: `The server's reply nests deeper than ${MAX_DEPTH} levels.`,
    });
  }
  try {
    const value: unknown = JSON.parse(text);
    if (text.length > LARGE && isObject(value)) noteResult(value["result"], text, members);
    return parseValue(value, match);
  } catch {
    // Not JSON as it stands: it may still hold a message.
    return recover(text, match);
  }
}

/** Below this it costs as much to remember a text as to write it out again. */
const LARGE = 8 * 1024;

/**
 * Only a text that cannot be read as another value than the one that is judged here is passed on: no name twice, or written in
 * another way, among the members of the message and of its result. A bare carriage return ends a line for some.
 */
function noteResult(result: unknown, text: string, members: readonly Member[]): void {
  const member = members.find(({ name }) => name === "result");
  if (!isObject(result) || member === undefined || !areClear(members) || text.includes("\r")) return;
  const own = text.slice(member.start, member.end).trim();
  const inside = membersOf(own, MAX_DEPTH) ?? [];
  if (inside.length > 0 && areClear(inside)) noteWireText(result, own);
}

function areClear(members: readonly Member[]): boolean {
  const names = new Set(members.map(({ name }) => name));
  return names.size === members.length && members.every(({ name }) => !name.includes("\\"));
}

/** What one JSON value says; for a line, and for each item of a batch. */
export function parseValue(value: unknown, match: MatchId): ParsedLine {
  if (!isObject(value)) {
    return Array.isArray(value) && value.length > 0 ? { kind: "batch", items: value as unknown[] } : NOISE;
  }
  if (Object.hasOwn(value, "method")) return parseCallOrNotice(value);
  if (!isReplyLike(value)) return NOISE;
  const id = match(value["id"]);
  return id === undefined ? STRAY : { kind: "reply", id, message: repairReply(value, id) };
}

/** Log lines in JSON have ids too: without `jsonrpc` only an object that holds nothing but a reply counts as one. */
function isReplyLike(value: JsonObject): boolean {
  if (value["jsonrpc"] === "2.0") return true;
  if (!Object.hasOwn(value, "result") && !Object.hasOwn(value, "error")) return false;
  return Object.keys(value).every((name) => NO_METHOD_MEMBERS.has(name));
}

function parseCallOrNotice(value: JsonObject): ParsedLine {
  const { jsonrpc, method, params, id } = value;
  if (jsonrpc !== "2.0" || typeof method !== "string") return NOISE;
  if (id !== undefined && typeof id !== "string" && !Number.isSafeInteger(id)) return NOISE;
  // Copied without unknown members, which the SDK's strict schema would reject the whole message for.
  const message = {
    jsonrpc,
    method,
    ...(isObject(params) ? { params } : {}),
    ...(id === undefined ? {} : { id: id as RequestId }),
  };
  return { kind: "other", message: message as JSONRPCMessage };
}

/**
 * A banner without a line break is glued to the first message. Requests are not recovered: a server that prints what
 * it received would have us answer our own words.
 */
function recover(text: string, match: MatchId): ParsedLine {
  const start = text.search(MESSAGE_START);
  if (start > 0) {
    try {
      const parsed = parseValue(JSON.parse(text.slice(start)), match);
      if (parsed.kind === "reply" || (parsed.kind === "other" && !("id" in parsed.message))) return parsed;
    } catch {
      // No message there either.
    }
    return NOISE;
  }
  if (start === -1 || !text.includes('"jsonrpc"')) return NOISE;
  return unreadable(text, match, {
    reason: "malformed-reply",
    message: "The server's reply is not valid JSON.",
  });
}

function unreadable(
  text: string,
  match: MatchId,
  fault: { reason: ReplyFault; message: string },
): ParsedLine {
  const trace = findReplyId(text);
  const id = trace.isReply ? match(trace.id) : undefined;
  return id === undefined ? NOISE : { kind: "reply", id, message: faultyReply(id, fault) };
}
