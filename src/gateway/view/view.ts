/**
 * What one endpoint shows at this moment: the catalog as its profile and the policy leave it. Lists are written as JSON
 * once for all who ask, and made anew when the catalog or the configuration is another.
 */
import { isDeepStrictEqual } from "node:util";
import type { Box } from "../../box/box.ts";
import { codeNamesOf } from "../../box/code/code-names.ts";
import { asCallable } from "../../calls/other-kinds.ts";
import type { CatalogPrompt, CatalogTool, Snapshot } from "../../catalog/snapshot.ts";
import { showsServer, showsTool } from "../../gate/profile-scope.ts";
import type { Caller, JsonObject, ToolRef } from "../../types.ts";
import { estimateTokens } from "../../signature/estimate-tokens.ts";
import type { OwnTool } from "../own-tools/own-tool.ts";
import { ownToolsFor } from "../own-tools/own-tools.ts";
import { writeInstructions } from "./instructions.ts";
import type { NamedResources } from "./named-resources.ts";
import { profileOfServer, type EndpointProfile } from "./profile.ts";
import { ResourceOwners } from "./resource-owners.ts";

export type ListKind = "tools" | "prompts" | "resources" | "resourceTemplates";

interface Shown {
  readonly profile: EndpointProfile;
  readonly catalog: Snapshot;
  readonly config: Box["config"];
  readonly servers: ReadonlySet<string>;
  readonly tools: ReadonlyMap<string, CatalogTool>;
  readonly prompts: ReadonlyMap<string, CatalogPrompt>;
  readonly resources: ResourceOwners;
  /** Those of the gateway itself. */
  readonly own: ReadonlyMap<string, OwnTool>;
  readonly items: Readonly<Record<ListKind, readonly JsonObject[]>>;
}

/** Policy decides by the kind of caller; every client of the gateway is of the same kind. */
const CLIENT: Caller = { kind: "client", name: "gateway" };

export class View {
  readonly #box: Box;
  readonly #profileOf: () => EndpointProfile | undefined;
  readonly #named: NamedResources | undefined;
  #shown: Shown | undefined;

  /** `profileOf` is asked again whenever the configuration is another; an endpoint that is gone shows nothing. */
  constructor(box: Box, profileOf: () => EndpointProfile | undefined, named?: NamedResources) {
    this.#box = box;
    this.#profileOf = profileOf;
    this.#named = named;
  }

  get profile(): EndpointProfile {
    return this.#current().profile;
  }

  /** In an order that depends on nothing but the items. */
  items(kind: ListKind): readonly JsonObject[] {
    return this.#current().items[kind];
  }

  tool(name: string): CatalogTool | undefined {
    const shown = this.#current();
    const exact = shown.tools.get(name);
    if (exact !== undefined) return exact;
    const found = shown.catalog.get(name);
    const written = found.kind === "found" ? undefined : codeNamesOf(this.#box).findExpression(name);
    const tool = found.kind === "found" ? found.ref : written && shown.catalog.byRef(written);
    return tool !== undefined && this.shows(tool) ? tool : undefined;
  }

  /** A tool of the gateway itself that stands for those that are not listed. */
  ownTool(name: string): OwnTool | undefined {
    return this.#current().own.get(name);
  }

  /** Whether a tool is a part of what this endpoint offers, listed or not. */
  shows(ref: ToolRef): boolean {
    return this.nameOf(ref) !== undefined;
  }

  /** The name by which this endpoint offers a tool. */
  nameOf(ref: ToolRef): string | undefined {
    const { profile, catalog, tools } = this.#current();
    const tool = catalog.byRef(ref);
    const name = tool === undefined ? undefined : nameIn(profile, tool, catalog);
    return name !== undefined && tools.get(name) === tool ? name : undefined;
  }

  tools(): Iterable<CatalogTool> {
    return this.#current().tools.values();
  }

  prompt(name: string): CatalogPrompt | undefined {
    return this.#current().prompts.get(name);
  }

  /** The servers that may have a resource, in the order in which to ask them. */
  ownersOf(uri: string, session: string | undefined): readonly string[] {
    return this.#current().resources.ownersOf(uri, this.#named?.get(session, uri));
  }

  /** This session got a resource from this server. */
  noteOwner(uri: string, session: string | undefined, server: string): void {
    this.#named?.note(session, uri, server);
  }

  /** Whether clients may read a resource from a server. */
  mayRead(server: string, uri: string): boolean {
    const resource = { kind: "resource", server, tool: uri, name: uri, subject: "resource" } as const;
    return this.#box.isVisible(asCallable(resource), CLIENT);
  }

  ownerOfTemplate(uriTemplate: string): string | undefined {
    return this.#current().resources.ownerOfTemplate(uriTemplate);
  }

  servers(): ReadonlySet<string> {
    return this.#current().servers;
  }

  get instructions(): string | undefined {
    return writeInstructions(this.#box, this);
  }

  #mayUse({ server, prompt, name }: CatalogPrompt): boolean {
    const target = { kind: "prompt", server, tool: prompt, name, subject: "prompt" } as const;
    return this.#box.isVisible(asCallable(target), CLIENT);
  }

  #current(): Shown {
    const { catalog, config } = this.#box;
    if (this.#shown?.catalog !== catalog || this.#shown.config !== config)
      this.#shown = this.#make(catalog, config);
    return this.#shown;
  }

  #make(catalog: Snapshot, config: Box["config"]): Shown {
    const profile = this.#profileOf() ?? NOTHING;
    const isShown = ({ server }: { readonly server: string }): boolean => showsServer(profile, server);
    const tools = new Map(
      catalog.tools
        .filter((tool) => isShown(tool) && showsTool(profile, tool) && this.#box.isVisible(tool, CLIENT))
        .map((tool) => [nameIn(profile, tool, catalog), tool]),
    );
    const prompts = new Map(
      catalog.prompts
        .filter((prompt) => isShown(prompt) && this.#mayUse(prompt))
        .map((prompt) => [promptNameIn(profile, prompt), prompt]),
    );
    const resources = new ResourceOwners(catalog, {
      showsServer: (server) => isShown({ server }),
      mayRead: (server, uri) => this.mayRead(server, uri),
      capabilitiesOf: (server) => this.#box.upstream(server).capabilities,
    });
    const offering = new Set([...tools.values(), ...prompts.values()].map(({ server }) => server));
    // A server that is denied as a whole is none that a client hears of.
    const isOffered = (server: string): boolean =>
      offering.has(server) || resources.isOwner(server) || this.mayRead(server, "");
    const names = catalog.servers.map(({ name }) => name);
    const servers = new Set(names.filter((server) => isShown({ server }) && isOffered(server)));
    const own = this.#ownTools(profile, tools);
    const listed = own.size === 0 ? named(tools) : [...own.values()].map(({ definition }) => definition);
    return {
      profile,
      catalog,
      config,
      servers,
      tools,
      prompts,
      resources,
      own,
      items: {
        tools: keepIfSame(listed, this.#shown?.items.tools),
        prompts: keepIfSame(named(prompts), this.#shown?.items.prompts),
        resources: keepIfSame(resources.resources, this.#shown?.items.resources),
        resourceTemplates: keepIfSame(resources.templates, this.#shown?.items.resourceTemplates),
      },
    };
  }

  /** A catalog that is small enough is shown whole: searching it would cost more than reading it. */
  #ownTools(
    { expose }: EndpointProfile,
    tools: ReadonlyMap<string, CatalogTool>,
  ): ReadonlyMap<string, OwnTool> {
    if (expose === "direct" || (expose === "search" && isSmall(named(tools)))) return NO_TOOLS;
    const shown = new Set(tools.values());
    return ownToolsFor(expose, this.#box, (tool) => shown.has(tool));
  }
}

/** What is left of an endpoint that the configuration has no more. */
const NOTHING: EndpointProfile = { ...profileOfServer(""), servers: [], naming: undefined };

function nameIn({ naming }: EndpointProfile, tool: CatalogTool, catalog: Snapshot): string {
  if (naming === "own") return tool.tool;
  return naming === undefined ? tool.name : (catalog.nameOf(tool, naming) ?? tool.name);
}

function promptNameIn({ naming }: EndpointProfile, prompt: CatalogPrompt): string {
  return naming === "own" ? prompt.prompt : prompt.name;
}

interface Defined {
  readonly definition: JsonObject;
}

/** The definitions under the names that this endpoint gives them. */
function named(items: ReadonlyMap<string, Defined>): readonly JsonObject[] {
  return [...items].map(([name, { definition }]) =>
    definition["name"] === name ? definition : { ...definition, name },
  );
}

function keepIfSame(
  items: readonly JsonObject[],
  previous: readonly JsonObject[] | undefined,
): readonly JsonObject[] {
  return previous !== undefined && isSameList(items, previous) ? previous : items;
}

/** After a server was read anew its items are new objects, and mostly the same items: then nobody needs to hear of it. */
function isSameList(a: readonly JsonObject[], b: readonly JsonObject[]): boolean {
  return (
    a.length === b.length && a.every((item, index) => item === b[index] || isDeepStrictEqual(item, b[index]))
  );
}

const NO_TOOLS: ReadonlyMap<string, OwnTool> = new Map();
/** What the gateway's own tools cost, and a little more. */
const SMALL_TOKENS = 1000;

function isSmall(tools: readonly JsonObject[]): boolean {
  let tokens = 0;
  for (const tool of tools) {
    tokens += estimateTokens(JSON.stringify(tool));
    if (tokens > SMALL_TOKENS) return false;
  }
  return true;
}
