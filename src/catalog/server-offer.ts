/**
 * What one server brings into the catalog: its lists, filtered, sorted and without what nobody could use. It depends on
 * that server alone, so it is made once for each of its lists and kept while other servers come and go.
 */
import { isDeepStrictEqual } from "node:util";
import type {
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ServerLists,
  ServerState,
  ToolRef,
} from "../types.ts";
import type { OfferedTool } from "./catalog-tool.ts";
import { isTooDeep, MAX_DEPTH } from "./definition-depth.ts";
import { findUnusedPatterns, isIncluded, type ToolFilter } from "./filters.ts";
import { showSafely } from "./inspect/finding.ts";
import { findTwins } from "./names/find-twins.ts";
import { byServerAndTool } from "./names/resolve-name.ts";

export interface CatalogSource extends ToolFilter {
  readonly name: string;
  /** Undefined as long as nothing is known of what the server offers. */
  readonly lists: ServerLists | undefined;
  readonly state: ServerState;
  /** A person said that this server's tools need no question. It is handed on and changes nothing here. */
  readonly trust: boolean;
}

export interface CatalogResource {
  readonly server: string;
  readonly uri: string;
  readonly definition: ResourceDefinition;
}

export interface CatalogResourceTemplate {
  readonly server: string;
  readonly uriTemplate: string;
  readonly definition: ResourceTemplateDefinition;
}

/** A prompt in the form of a tool, for it is named in the same way. */
export interface OfferedPrompt extends ToolRef {
  readonly definition: PromptDefinition;
}

export interface ServerOffer {
  readonly lists: ServerLists | undefined;
  readonly filter: ToolFilter;
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedPrompt[];
  readonly resources: readonly CatalogResource[];
  readonly resourceTemplates: readonly CatalogResourceTemplate[];
  readonly problems: readonly string[];
}

/** These may offer nothing, whatever is remembered of them. */
const SILENT: ReadonlySet<ServerState> = new Set(["disabled", "untrusted", "invalid"]);

/** The offer of a server; the previous one when nothing that it depends on has changed. */
export function offerOf(source: CatalogSource, previous: ServerOffer | undefined): ServerOffer {
  const lists = SILENT.has(source.state) ? undefined : source.lists;
  if (previous === undefined || !isSameFilter(previous.filter, source)) return makeOffer(source, lists);
  if (previous.lists === lists) return previous;
  // After a reconnect the lists are new objects, and mostly the same lists: then nobody needs to hear of it.
  return isSameContent(previous.lists, lists) ? { ...previous, lists } : makeOffer(source, lists);
}

const NOTHING: ServerLists = { tools: [], resources: [], resourceTemplates: [], prompts: [], problems: [] };

function makeOffer(source: CatalogSource, given: ServerLists | undefined): ServerOffer {
  const server = source.name;
  const { includeTools, excludeTools } = source;
  const filter = { includeTools, excludeTools };
  const lists = given ?? NOTHING;
  const problems = [...lists.problems];
  const usable = lists.tools.filter((tool) => {
    const isUsable = !isTooDeep(tool);
    if (!isUsable)
      problems.push(`tool '${tool.name}' was left out: it nests deeper than ${MAX_DEPTH} levels`);
    return isUsable;
  });
  const names = usable.map(({ name }) => name);
  if (names.length > 0) problems.push(...unusedPatternProblems(names, filter));
  const tools = usable
    .filter(({ name }) => isIncluded(name, filter))
    .map((definition) => ({ server, tool: definition.name, definition }));
  const prompts = lists.prompts.map((definition) => ({ server, tool: definition.name, definition }));
  const offer = { tools: sortedUnique(tools), prompts: sortedUnique(prompts) };
  for (const twins of findTwins(offer.tools.map(({ tool }) => tool))) {
    problems.push(`tools that look alike: ${twins.map((twin) => JSON.stringify(twin)).join(", ")}`);
  }
  return {
    ...offer,
    lists: given,
    filter,
    resources: lists.resources
      .map((definition) => ({ server, uri: definition.uri, definition }))
      .sort((a, b) => (a.uri < b.uri ? -1 : 1)),
    resourceTemplates: lists.resourceTemplates
      .map((definition) => ({ server, uriTemplate: definition.uriTemplate, definition }))
      .sort((a, b) => (a.uriTemplate < b.uriTemplate ? -1 : 1)),
    problems: problems.map((problem) => showSafely(`Server '${server}': ${problem}`)),
  };
}

function unusedPatternProblems(names: readonly string[], filter: ToolFilter): string[] {
  return findUnusedPatterns(names, filter).map(({ field, pattern, nearest }) => {
    const suggestion = nearest === undefined ? "" : `; did you mean '${nearest}'?`;
    return `'${pattern}' in ${field} matches none of its tools${suggestion}`;
  });
}

/** Of two with the same name the first counts; upstream has reported them. */
function sortedUnique<Ref extends ToolRef>(refs: readonly Ref[]): readonly Ref[] {
  const unique = new Map<string, Ref>();
  for (const ref of refs) if (!unique.has(ref.tool)) unique.set(ref.tool, ref);
  return [...unique.values()].sort(byServerAndTool);
}

function isSameContent(a: ServerLists | undefined, b: ServerLists | undefined): boolean {
  try {
    return isDeepStrictEqual(a, b);
  } catch {
    return false; // nested so deep that comparing overflows the stack; it is sorted out when the offer is made
  }
}

function isSameFilter(a: ToolFilter, b: ToolFilter): boolean {
  return isSameList(a.includeTools, b.includeTools) && isSameList(a.excludeTools, b.excludeTools);
}

function isSameList(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a === b || (a.length === b.length && a.every((item, index) => item === b[index]));
}
