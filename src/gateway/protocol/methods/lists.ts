/** The lists of what there is. Each is written as JSON once and served to all, until what it shows is another. */
import { RPC, RpcError } from "../../../util/rpc-error.ts";
import type { CacheHint, JsonObject } from "../../../types.ts";
import { JsonText, type Answer, type ClientRequest } from "../client-request.ts";
import type { ListKind } from "../../view/view.ts";

const KINDS: Readonly<Record<string, ListKind>> = {
  "tools/list": "tools",
  "prompts/list": "prompts",
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
};

/** By the list itself: a view gives the same one as long as nothing changes. */
const written = new WeakMap<readonly JsonObject[], Written>();

interface Written {
  legacy?: JsonText;
  modern?: { readonly hint: CacheHint; readonly text: JsonText };
}

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
  if (era === "legacy") return (texts.legacy ??= new JsonText(JSON.stringify({ [kind]: items })));
  const hint = view.hint(kind) ?? NOT_CACHED;
  const known = texts.modern;
  if (known?.hint.ttlMs === hint.ttlMs && known.hint.cacheScope === hint.cacheScope) return known.text;
  const result = { [kind]: items.map(withoutExecution), ...hint };
  const text = new JsonText(JSON.stringify(result));
  texts.modern = { hint, text };
  return text;
}

/** Tasks of 2025 are not in the modern era. */
function withoutExecution(item: JsonObject): JsonObject {
  const { execution: _, ...rest } = item;
  return rest;
}

/** Where no server says how long its lists hold: they may change at any moment; who wants to know when subscribes. */
export const NOT_CACHED = { ttlMs: 0, cacheScope: "private" } as const;
