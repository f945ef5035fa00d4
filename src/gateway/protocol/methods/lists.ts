/** The lists of what there is. Each is written as JSON once and served to all, until what it shows is another. */
import { RPC, RpcError } from "../../../util/rpc-error.ts";
import type { JsonObject } from "../../../types.ts";
import { JsonText, type Answer, type ClientRequest } from "../client-request.ts";
import type { ListKind } from "../../view/view.ts";

const KINDS: Readonly<Record<string, ListKind>> = {
  "tools/list": "tools",
  "prompts/list": "prompts",
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
};

/** By the list itself: a view gives the same one as long as nothing changes. */
const written = new WeakMap<readonly JsonObject[], { legacy?: JsonText; modern?: JsonText }>();

export function list(request: ClientRequest): Answer | Promise<Answer> {
  const { started, view, signal } = request;
  return started.isOver ? listNow(request) : started.settle(view, signal).then(() => listNow(request));
}

function listNow({ method, params, view, era }: ClientRequest): Answer {
  if (params["cursor"] !== undefined)
    throw new RpcError(RPC.invalidParams, "The cursor is not one of ours: the whole list is one page");
  const kind = KINDS[method] ?? "tools";
  const items = view.items(kind);
  const texts = written.get(items) ?? {};
  written.set(items, texts);
  return (texts[era] ??= new JsonText(writeList(kind, items, era)));
}

function writeList(kind: ListKind, items: readonly JsonObject[], era: ClientRequest["era"]): string {
  if (era === "legacy") return JSON.stringify({ [kind]: items });
  return JSON.stringify({ resultType: "complete", [kind]: items.map(withoutExecution), ...NOT_CACHED });
}

/** Tasks of 2025 are not in the modern era. */
function withoutExecution(item: JsonObject): JsonObject {
  const { execution: _, ...rest } = item;
  return rest;
}

/** A list may change at any moment; who wants to know when subscribes. */
export const NOT_CACHED = { ttlMs: 0, cacheScope: "private" } as const;
