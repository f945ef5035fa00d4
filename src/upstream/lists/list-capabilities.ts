/**
 * Asks a server for everything it offers, within limits: it follows pages but not for ever, keeps what came before a
 * fault, and sorts, so that the same offer is always the same list.
 */
import { messageOf } from "../../errors.ts";
import type { CacheHint, Era, JsonObject, ServerLists } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { parameterHeadersOf } from "../../util/parameter-headers.ts";
import { isUnknownMethod } from "../is-unknown-method.ts";
import { commonHint, noteHint, readHint } from "./cache-hint.ts";
import { problemsOf } from "./lenient-lists.ts";
import { LIST_KINDS, roughSize, type ListKind } from "./repair-list.ts";

const MAX_PAGES = 64;
const MAX_ITEMS = 5000;
/** All of a list together; what is left has to fit into memory, a file and a model. */
const MAX_LIST_CHARS = 32 * 1024 * 1024;
const LIST_TIMEOUT_MS = 15_000;

/** What listing needs of a connection. */
export interface ListSource {
  readonly capabilities: JsonObject;
  readonly kind?: string;
  readonly era?: Era;
  send(method: string, params: JsonObject, options: { timeoutMs: number }): Promise<unknown>;
}

/** Capability → the lists it stands for. */
const CAPABILITY: Readonly<Record<keyof typeof LIST_KINDS, string>> = {
  tools: "tools",
  resources: "resources",
  resourceTemplates: "resources",
  prompts: "prompts",
};

/** Throws only when the tools cannot be listed at all; a fault in the other lists is reported with the rest. */
export async function listCapabilities(source: ListSource): Promise<ServerLists> {
  const [tools, resources, resourceTemplates, prompts] = await Promise.all([
    listTools(source),
    listAll(source, "resources"),
    listAll(source, "resourceTemplates"),
    listAll(source, "prompts"),
  ]);
  if (tools.failure !== undefined && tools.items.length === 0) throw tools.failure;
  for (const { items, hint } of [tools, resources, resourceTemplates, prompts]) noteHint(items, hint);
  // The items were checked to have these keys when they came in.
  return {
    tools: tools.items as ServerLists["tools"],
    resources: resources.items as ServerLists["resources"],
    resourceTemplates: resourceTemplates.items as ServerLists["resourceTemplates"],
    prompts: prompts.items as ServerLists["prompts"],
    problems: [tools, resources, resourceTemplates, prompts].flatMap((list) => list.problems),
  };
}

/** Over HTTP, tools of the modern era must keep the rules for what is repeated in headers. */
async function listTools(source: ListSource): Promise<Listed> {
  const listed = await listAll(source, "tools");
  if (source.kind !== "http" || source.era !== "modern") return listed;
  const problems = [...listed.problems];
  const items = listed.items.filter(({ name, inputSchema }) => {
    const headers = isObject(inputSchema) ? parameterHeadersOf(inputSchema) : undefined;
    if (headers?.kind !== "broken") return true;
    problems.push(`tool '${String(name).slice(0, 80)}' was left out: ${headers.reason}`);
    return false;
  });
  return { ...listed, items, problems };
}

interface Listed {
  readonly items: readonly JsonObject[];
  readonly problems: readonly string[];
  readonly failure?: Error;
  readonly hint?: CacheHint | undefined;
}

async function listAll(source: ListSource, name: keyof typeof LIST_KINDS): Promise<Listed> {
  if (!Object.hasOwn(source.capabilities, CAPABILITY[name])) return { items: [], problems: [] };
  const kind: ListKind = LIST_KINDS[name];
  const pages = await readPages(source, kind);
  const { items, duplicates } = uniqueSorted(pages.items, kind.key);
  const problems = duplicates.map(
    (key) => `${kind.word} '${key}' is offered more than once; the first is used`,
  );
  return { ...pages, items, problems: [...pages.problems, ...problems] };
}

async function readPages(source: ListSource, kind: ListKind): Promise<Listed> {
  const items: JsonObject[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  const hints: (CacheHint | undefined)[] = [];
  const deadline = performance.now() + LIST_TIMEOUT_MS;
  let cursor: string | undefined;
  let size = 0;
  const stopped = (why: string): Listed => ({
    items,
    problems: [...problems, `The list of ${kind.word}s ${why}`],
  });
  try {
    for (let page = 0; page < MAX_PAGES; page++) {
      const timeoutMs = Math.round(deadline - performance.now());
      if (timeoutMs <= 0) return stopped(`took longer than ${LIST_TIMEOUT_MS} ms; the rest was left out`);
      const result = await source.send(kind.method, cursor === undefined ? {} : { cursor }, { timeoutMs });
      hints.push(isObject(result) ? readHint(result) : undefined);
      const found = isObject(result) ? result[kind.property] : undefined;
      if (Array.isArray(found)) {
        for (const item of found) items.push(item as JsonObject);
        problems.push(...problemsOf(found));
      }
      size += isObject(result) ? roughSize(result) : 0;
      if (size > MAX_LIST_CHARS)
        return stopped(`is larger than ${MAX_LIST_CHARS} characters; the rest was left out`);
      if (items.length > MAX_ITEMS) {
        items.length = MAX_ITEMS;
        return stopped(`has more than ${MAX_ITEMS} entries; the rest was left out`);
      }
      const next = isObject(result) ? result["nextCursor"] : undefined;
      // An empty string is a cursor like any other (2025-11-25, pagination).
      if (typeof next !== "string") return { items, problems, hint: commonHint(hints) };
      if (seen.has(next)) return stopped("repeats a page; it was read up to there");
      seen.add(next);
      cursor = next;
    }
    return stopped(`has more than ${MAX_PAGES} pages; the rest was left out`);
  } catch (error) {
    if (kind !== LIST_KINDS.tools && isUnknownMethod(error)) return { items, problems }; // it has none of these
    const failure = error instanceof Error ? error : new Error(messageOf(error));
    return { ...stopped(`ended early: ${failure.message}`), failure };
  }
}

function uniqueSorted(
  items: readonly JsonObject[],
  key: string,
): { items: JsonObject[]; duplicates: string[] } {
  const unique = new Map<string, JsonObject>();
  const duplicates = new Set<string>();
  for (const item of items) {
    const name = String(item[key]);
    if (unique.has(name)) duplicates.add(name);
    else unique.set(name, item);
  }
  const sorted = [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  return { items: sorted, duplicates: [...duplicates] };
}
