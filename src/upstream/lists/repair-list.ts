/**
 * One page of a list as the server sent it → the items that can be used, and what is wrong with the others. One bad
 * tool never costs its neighbours. Everything here is untrusted.
 */
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";

const MAX_ITEM_BYTES = 1024 * 1024;
const MAX_TEXT_CHARS = 8 * 1024;

export interface ListKind {
  readonly method: string;
  /** The property of the result that holds the items. */
  readonly property: string;
  /** The property of an item that names it. */
  readonly key: string;
  /** The word for one item in messages. */
  readonly word: string;
}

export const LIST_KINDS = {
  tools: { method: "tools/list", property: "tools", key: "name", word: "tool" },
  resources: { method: "resources/list", property: "resources", key: "uri", word: "resource" },
  resourceTemplates: {
    method: "resources/templates/list",
    property: "resourceTemplates",
    key: "uriTemplate",
    word: "resource template",
  },
  prompts: { method: "prompts/list", property: "prompts", key: "name", word: "prompt" },
} as const satisfies Record<string, ListKind>;

export interface RepairedPage {
  readonly items: readonly JsonObject[];
  readonly problems: readonly string[];
}

export function repairPage(result: JsonObject, kind: ListKind): RepairedPage {
  const found = Object.hasOwn(result, kind.property) ? result[kind.property] : undefined;
  if (!Array.isArray(found)) {
    return { items: [], problems: [`The list of ${kind.word}s is not a list`] };
  }
  const items: JsonObject[] = [];
  const problems: string[] = [];
  for (const [index, item] of found.entries()) {
    const repaired = repairItem(item, kind);
    if (typeof repaired === "string")
      problems.push(`${kind.word} number ${index + 1} was left out: ${repaired}`);
    else items.push(repaired);
  }
  return { items, problems };
}

/** The item, or the reason why it cannot be used. */
function repairItem(item: unknown, kind: ListKind): JsonObject | string {
  if (!isObject(item)) return "it is not an object";
  const name = item[kind.key];
  if (typeof name !== "string") return `it has no ${kind.key}`;
  if (name === "") return `its ${kind.key} is empty`;
  if (name.length > 1024) return `its ${kind.key} has ${name.length} characters`;
  if (roughSize(item, MAX_ITEM_BYTES) > MAX_ITEM_BYTES)
    return `'${name.slice(0, 80)}' is larger than ${MAX_ITEM_BYTES} bytes`;
  const cut = cutDescription(item);
  return kind.property === "tools" ? repairTool(cut) : cut;
}

function repairTool(tool: JsonObject): JsonObject | string {
  const { inputSchema, outputSchema, ...rest } = tool;
  const name = String(tool["name"]).slice(0, 80);
  if (inputSchema === undefined || inputSchema === null)
    return withSchema(rest, { type: "object" }, outputSchema);
  if (!isObject(inputSchema)) return `the input schema of '${name}' is not an object`;
  const { type } = inputSchema;
  // Real servers leave the type out, or repeat it beside null; arguments are an object all the same.
  if (type === undefined) return withSchema(rest, { type: "object", ...inputSchema }, outputSchema);
  if (type !== "object") return `the input schema of '${name}' describes no object`;
  return isObject(outputSchema) || outputSchema === undefined
    ? tool
    : withSchema(rest, inputSchema, undefined);
}

function withSchema(rest: JsonObject, inputSchema: JsonObject, outputSchema: unknown): JsonObject {
  return { ...rest, inputSchema, ...(isObject(outputSchema) ? { outputSchema } : undefined) };
}

function cutDescription(item: JsonObject): JsonObject {
  const { description } = item;
  if (typeof description !== "string" || description.length <= MAX_TEXT_CHARS) {
    if (typeof description === "string" || description === undefined) return item;
    const { description: _dropped, ...rest } = item;
    return rest;
  }
  const left = description.length - MAX_TEXT_CHARS;
  return {
    ...item,
    description: `${description.slice(0, MAX_TEXT_CHARS)}… [${left} more characters were cut]`,
  };
}

/** In characters, roughly, and only as far as anybody wants to know: nothing is written out just to be measured. */
export function roughSize(value: unknown, enough = Number.POSITIVE_INFINITY): number {
  let size = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0 && size <= enough) {
    const next = pending.pop();
    if (typeof next === "string") size += next.length;
    else if (typeof next === "object" && next !== null) {
      for (const [key, inner] of Object.entries(next)) {
        size += key.length + 4;
        pending.push(inner);
      }
    } else size += 8;
  }
  return size;
}
