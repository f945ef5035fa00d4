/**
 * Which servers may have a resource. Addresses are passed on as they are, because results refer to them; so where two servers
 * list the same one, that of the first by name is listed.
 */
import type { Snapshot } from "../../catalog/snapshot.ts";
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";

export interface OwnerRules {
  /** Whether the endpoint has the server at all. */
  showsServer(server: string): boolean;
  /** Whether its clients may read the resource, or one of the template, from that server. */
  mayRead(server: string, uri: string): boolean;
  capabilitiesOf(server: string): JsonObject | undefined;
}

export class ResourceOwners {
  readonly resources: readonly JsonObject[];
  readonly templates: readonly JsonObject[];
  readonly #byUri: Owners = new Map();
  readonly #byTemplate: Owners = new Map();
  /** Servers that offer anything with this scheme. */
  readonly #byScheme: Owners = new Map();
  readonly #owners = new Set<string>();
  readonly #shown: readonly string[];
  readonly #able: readonly string[];
  readonly #rules: OwnerRules;

  constructor(catalog: Snapshot, rules: OwnerRules) {
    this.#rules = rules;
    const isShown = (server: string, uri: string): boolean =>
      rules.showsServer(server) && rules.mayRead(server, uri);
    this.resources = catalog.resources.flatMap(({ server, ...resource }) => {
      if (!isShown(server, resource.uri) || !this.#take(this.#byUri, resource.uri, server)) return [];
      return [definitionOf(resource)];
    });
    this.templates = catalog.resourceTemplates.flatMap(({ server, ...template }) => {
      if (
        !isShown(server, template.uriTemplate) ||
        !this.#take(this.#byTemplate, template.uriTemplate, server)
      )
        return [];
      return [definitionOf(template)];
    });
    this.#shown = catalog.servers.map(({ name }) => name).filter((server) => rules.showsServer(server));
    this.#able = this.#shown.filter((server) => isObject(rules.capabilitiesOf(server)?.["resources"]));
  }

  isOwner(server: string): boolean {
    return this.#owners.has(server);
  }

  ownerOfTemplate(uriTemplate: string): string | undefined {
    return (this.#byTemplate.get(uriTemplate) ?? this.ownersOf(uriTemplate))[0];
  }

  /**
   * In the order in which to ask them: those that list it; else those whose templates begin like it, the longest first, and
   * whoever has anything of its scheme; else the only one there is. No other server is told of an address, and none that it
   * may not be read from. The one that named it comes first; but a server that does not list it cannot take what another
   * lists by naming it.
   */
  ownersOf(uri: string, named?: string): readonly string[] {
    const mayRead = (server: string): boolean => this.#rules.mayRead(server, uri);
    const listed = this.#byUri.get(uri);
    const owners = (listed ?? this.#likelyOwnersOf(uri)).filter(mayRead);
    const isNamed = named !== undefined && (listed ?? this.#shown).includes(named) && mayRead(named);
    return isNamed ? [named, ...owners.filter((server) => server !== named)] : owners;
  }

  #likelyOwnersOf(uri: string): readonly string[] {
    const similar = [...this.#byTemplate]
      .map(([template, servers]) => ({ start: template.split("{", 1)[0] ?? "", servers }))
      .filter(({ start }) => uri.startsWith(start))
      .sort((a, b) => b.start.length - a.start.length)
      .flatMap(({ servers }) => servers);
    const likely = new Set([...similar, ...(this.#byScheme.get(schemeOf(uri)) ?? [])]);
    if (likely.size > 0) return [...likely];
    const able = this.#able.filter((server) => this.#rules.mayRead(server, uri));
    return able.length === 1 ? able : [];
  }

  /** False where another server has it already. */
  #take(table: Owners, key: string, server: string): boolean {
    this.#owners.add(server);
    add(this.#byScheme, schemeOf(key), server);
    return add(table, key, server)[0] === server;
  }
}

/** Address, template or scheme → the servers that offer it, in their order. */
type Owners = Map<string, string[]>;

function add(owners: Owners, key: string, server: string): readonly string[] {
  const servers = owners.get(key) ?? [];
  owners.set(key, servers);
  if (!servers.includes(server)) servers.push(server);
  return servers;
}

function definitionOf({ definition }: { readonly definition?: JsonObject }): JsonObject {
  return definition ?? {};
}

function schemeOf(uri: string): string {
  return uri.split(":", 1)[0] ?? "";
}
