/**
 * The lists that a snapshot is made of. Whatever did not change since the previous snapshot is the same object again, from
 * single tools to whole lists: others compare by identity what they have to do anew.
 */
import type { NamingStrategy, PolicySettings, PromptDefinition, ServerState } from "../types.ts";
import { catalogTools, type CatalogTool, type OfferedTool } from "./catalog-tool.ts";
import { nameTables, type NameTables } from "./names/name-tables.ts";
import type { ServerPins } from "./pins.ts";
import {
  offerOf,
  type CatalogResource,
  type CatalogResourceTemplate,
  type CatalogSource,
  type OfferedPrompt,
  type ServerOffer,
} from "./server-offer.ts";

export interface PartsInput {
  readonly servers: readonly CatalogSource[];
  readonly strategy: NamingStrategy;
  /** Names of our own tools, which no server's tool may have. */
  readonly reserved: ReadonlySet<string>;
  /** What was approved of a server; the same object as long as nothing was approved anew. */
  readonly pins: (server: string) => ServerPins | undefined;
  readonly drift: PolicySettings["drift"];
}

export interface CatalogServer {
  readonly name: string;
  readonly state: ServerState;
  readonly trust: boolean;
  readonly tools: readonly CatalogTool[];
}

export interface CatalogPrompt {
  readonly server: string;
  /** The name that its server gave it. */
  readonly prompt: string;
  readonly name: string;
  readonly definition: PromptDefinition;
}

export interface Parts {
  readonly input: PartsInput;
  readonly offers: ReadonlyMap<string, ServerOffer>;
  readonly pins: ReadonlyMap<string, ServerPins>;
  readonly tables: NameTables<OfferedTool>;
  readonly promptTables: NameTables<OfferedPrompt>;
  readonly servers: readonly CatalogServer[];
  readonly tools: readonly CatalogTool[];
  readonly prompts: readonly CatalogPrompt[];
  readonly resources: readonly CatalogResource[];
  readonly resourceTemplates: readonly CatalogResourceTemplate[];
  /** Those of single servers. */
  readonly problems: readonly string[];
}

export function makeParts(input: PartsInput, before: Parts | undefined): Parts {
  const sources = new Map(input.servers.toSorted(byName).map((source) => [source.name, source]));
  const offers = new Map(
    [...sources].map(([name, source]) => [name, offerOf(source, before?.offers.get(name))]),
  );
  const pins = new Map([...sources.keys()].map((name) => [name, input.pins(name) ?? NO_PINS]));
  const collect = <Item>(
    listOf: (offer: ServerOffer) => readonly Item[],
    previous: readonly Item[] | undefined,
  ) => keepIfSame([...offers.values()].flatMap(listOf), previous);

  const { reserved } = input;
  const isSameReserved = before !== undefined && isSameSet(reserved, before.input.reserved);
  const refs = collect(({ tools }) => tools, before?.tables.refs);
  const promptRefs = collect(({ prompts }) => prompts, before?.promptTables.refs);
  const tables =
    isSameReserved && refs === before.tables.refs ? before.tables : nameTables(refs, { reserved });
  const promptTables =
    isSameReserved && promptRefs === before.promptTables.refs
      ? before.promptTables
      : nameTables(promptRefs, { reserved });

  const servers = makeServers(
    { input, sources, offers, pins, names: tables.of(input.strategy).names },
    before,
  );
  return {
    input,
    offers,
    pins,
    tables,
    promptTables,
    servers,
    tools: keepIfSame(
      servers.flatMap(({ tools }) => tools),
      before?.tools,
    ),
    prompts: makePrompts(promptTables, input.strategy, before),
    resources: collect(({ resources }) => resources, before?.resources),
    resourceTemplates: collect(({ resourceTemplates }) => resourceTemplates, before?.resourceTemplates),
    problems: collect(({ problems }) => problems, before?.problems),
  };
}

/** Whether both were made of the same lists, so that nobody could tell them apart. */
export function isSameParts(a: Parts, b: Parts): boolean {
  return (
    a.input.strategy === b.input.strategy &&
    a.tables === b.tables &&
    a.promptTables === b.promptTables &&
    a.servers === b.servers &&
    a.tools === b.tools &&
    a.prompts === b.prompts &&
    a.resources === b.resources &&
    a.resourceTemplates === b.resourceTemplates &&
    a.problems === b.problems
  );
}

const NO_PINS: ServerPins = new Map();

function byName(a: CatalogSource, b: CatalogSource): number {
  return a.name < b.name ? -1 : 1;
}

interface Named {
  readonly input: PartsInput;
  readonly sources: ReadonlyMap<string, CatalogSource>;
  readonly offers: ReadonlyMap<string, ServerOffer>;
  readonly pins: ReadonlyMap<string, ServerPins>;
  /** Of all tools, server by server. */
  readonly names: readonly string[];
}

function makeServers({ input, sources, offers, pins, names }: Named, before: Parts | undefined) {
  const old = new Map(before?.servers.map((server) => [server.name, server]));
  let start = 0;
  const servers = [...sources.values()].map(({ name, state, trust }): CatalogServer => {
    const offered = offers.get(name)?.tools ?? [];
    const named = {
      offered,
      names: names.slice(start, start + offered.length),
      pins: pins.get(name) ?? NO_PINS,
      drift: input.drift,
    };
    start += offered.length;
    const previous = old.get(name);
    const isKept =
      offered === before?.offers.get(name)?.tools &&
      named.pins === before.pins.get(name) &&
      input.drift === before.input.drift &&
      previous?.tools.every((tool, index) => tool.name === named.names[index]) === true;
    const tools = isKept && previous !== undefined ? previous.tools : catalogTools(named);
    const isUnchanged = previous?.tools === tools && previous.state === state && previous.trust === trust;
    return isUnchanged ? previous : { name, state, trust, tools };
  });
  return keepIfSame(servers, before?.servers);
}

function makePrompts(
  tables: NameTables<OfferedPrompt>,
  strategy: NamingStrategy,
  before: Parts | undefined,
): readonly CatalogPrompt[] {
  if (before !== undefined && before.promptTables === tables && before.input.strategy === strategy)
    return before.prompts;
  const { names } = tables.of(strategy);
  return tables.refs.map(({ server, tool: prompt, definition }, index) => {
    return { server, prompt, name: names[index] ?? "", definition };
  });
}

/** The previous list when it has the same items. */
function keepIfSame<Item>(items: readonly Item[], previous: readonly Item[] | undefined): readonly Item[] {
  const isSame = items.length === previous?.length && items.every((item, index) => item === previous[index]);
  return isSame ? previous : items;
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a === b || (a.size === b.size && [...a].every((item) => b.has(item)));
}
