/**
 * Repairs answers to list requests before the SDK sees them: it would refuse a whole list for one bad item. It knows the
 * requests by their ids, so it must see both directions of a connection.
 */
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/client";
import { isObject } from "../../util/is-object.ts";
import type { Tap } from "../tap-transport.ts";
import { LIST_KINDS, repairPage, type ListKind } from "./repair-list.ts";

const KIND_OF_METHOD = new Map<string, ListKind>(
  Object.values(LIST_KINDS).map((kind) => [kind.method, kind]),
);

/** What was left out of a list, by the list that remains. */
const leftOut = new WeakMap<object, readonly string[]>();

/** Why items were left out of this list of a result. */
export function problemsOf(items: readonly unknown[]): readonly string[] {
  return leftOut.get(items) ?? [];
}

export function lenientLists(): Tap {
  const asked = new Map<RequestId, ListKind>();
  return {
    sent(message) {
      if (!("method" in message) || !("id" in message)) return;
      const kind = KIND_OF_METHOD.get(message.method);
      if (kind !== undefined) asked.set(message.id, kind);
    },
    received(message) {
      if (asked.size === 0 || "method" in message || message.id === undefined) return message;
      const kind = asked.get(message.id);
      if (kind === undefined) return message;
      asked.delete(message.id);
      return repairAnswer(message, kind);
    },
  };
}

function repairAnswer(message: JSONRPCMessage, kind: ListKind): JSONRPCMessage {
  if (!("result" in message) || !isObject(message.result)) return message;
  const { items, problems } = repairPage(message.result, kind);
  leftOut.set(items, problems);
  return { ...message, result: { ...message.result, [kind.property]: items } };
}
