/**
 * What one endpoint shows at this moment: the catalog as its profile and the policy leave it. Lists are written as JSON
 * once for all who ask, and made anew when the catalog or the configuration is another.
 */
import { isDeepStrictEqual } from "node:util";
import type { Box } from "../../box/box.ts";
import { codeNamesOf } from "../../box/code/code-names.ts";
import { HELD_STATES } from "../../box/held-states.ts";
import { asCallable } from "../../calls/other-kinds.ts";
import type { CatalogPrompt, CatalogTool, Snapshot } from "../../catalog/snapshot.ts";
import { showsPrompt, showsResource, showsServer, showsTool } from "../../gate/profile-scope.ts";
import type { CacheHint, Caller, Exposure, JsonObject, ToolRef } from "../../types.ts";
import { estimateTokens } from "../../signature/estimate-tokens.ts";
import { commonHint } from "../../upstream/lists/cache-hint.ts";
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
  /** Those of the gateway itself, listed or not. */
  readonly own: ReadonlyMap<string, OwnTool>;
  /** How the tools are listed in fact. */
  readonly listing: Exposure;
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

  /** How long a list may be used: as long as every server says, if all do; our own tools may change with any of them. */
  hint(kind: ListKind): CacheHint | undefined {
    const { servers, listing } = this.#current();
    if (kind === "tools" && listing !== "direct") return undefined;
    return commonHint([...servers].map((server) => this.#box.upstream(server).hintOf(kind)));
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

  /** How the tools are listed in fact: few of them are shown whole, whatever the profile says. */
  get listing(): Exposure {
    return this.#current().listing;
  }

  /** A tool of the gateway itself; where tools are to be searched it is taken also when it is not listed. */
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

  /** Whether clients of this endpoint may read a resource from a server. */
  mayRead(server: string, uri: string): boolean {
    return showsResource(this.#current().profile, uri) && this.#mayRead(server, uri);
  }

  /** What the policy says of that. */
  #mayRead(server: string, uri: string): boolean {
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
        .filter((prompt) => isShown(prompt) && showsPrompt(profile, prompt) && this.#mayUse(prompt))
        .map((prompt) => [promptNameIn(profile, prompt), prompt]),
    );
    const running = catalog.servers
      .filter(({ name, state }) => !HELD_STATES.has(state) && isShown({ server: name }))
      .map(({ name }) => name);
    const isRunning = new Set(running);
    const resources = new ResourceOwners(catalog, {
      showsServer: (server) => isRunning.has(server),
      mayRead: (server, uri) => showsResource(profile, uri) && this.#mayRead(server, uri),
      capabilitiesOf: (server) => this.#box.upstream(server).capabilities,
    });
    const offering = new Set([...tools.values(), ...prompts.values()].map(({ server }) => server));
    // A server that is denied as a whole is none that a client hears of.
    const isOffered = (server: string): boolean =>
      offering.has(server) || resources.isOwner(server) || this.#mayRead(server, "");
    const servers = new Set(running.filter(isOffered));
    const shown = new Set(tools.values());
    const own = ownToolsFor(profile.expose, this.#box, (tool) => shown.has(tool));
    const all = named(tools);
    // Searching a small catalog would cost more than reading it.
    const listing = profile.expose === "search" && isSmall(all) ? "direct" : profile.expose;
    const listed = listing === "direct" ? all : own.listed;
    return {
      profile,
      catalog,
      config,
      servers,
      tools,
      prompts,
      resources,
      own: own.byName,
      listing,
      items: {
        tools: keepIfSame(listed, this.#shown?.items.tools),
        prompts: keepIfSame(named(prompts), this.#shown?.items.prompts),
        resources: keepIfSame(resources.resources, this.#shown?.items.resources),
        resourceTemplates: keepIfSame(resources.templates, this.#shown?.items.resourceTemplates),
      },
    };
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
