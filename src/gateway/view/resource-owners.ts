/**
 * Which server a resource belongs to. Addresses are passed on as they are, because results refer to them; so where two
 * servers offer the same one, the first by name has it.
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
  readonly #byUri = new Map<string, string>();
  readonly #byTemplate = new Map<string, string>();
  /** Servers that offer anything with this scheme. */
  readonly #byScheme = new Map<string, Set<string>>();
  readonly #owners = new Set<string>();
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
    this.#able = catalog.servers
      .map(({ name }) => name)
      .filter((server) => rules.showsServer(server) && isObject(rules.capabilitiesOf(server)?.["resources"]));
  }

  isOwner(server: string): boolean {
    return this.#owners.has(server);
  }

  ownerOfTemplate(uriTemplate: string): string | undefined {
    return this.#byTemplate.get(uriTemplate) ?? this.ownerOf(uriTemplate);
  }

  /** Undefined also where the one that has it may not be asked for it. */
  ownerOf(uri: string): string | undefined {
    const owner = this.#ownerOf(uri);
    return owner !== undefined && this.#rules.mayRead(owner, uri) ? owner : undefined;
  }

  /** The one that lists it; else the one whose template begins like it at greatest length; else the only one there is. */
  #ownerOf(uri: string): string | undefined {
    const exact = this.#byUri.get(uri);
    if (exact !== undefined) return exact;
    let best: { length: number; server: string } | undefined;
    for (const [template, server] of this.#byTemplate) {
      const start = template.split("{", 1)[0] ?? "";
      if (uri.startsWith(start) && start.length > (best?.length ?? -1))
        best = { length: start.length, server };
    }
    return (
      best?.server ??
      onlyOne(this.#byScheme.get(schemeOf(uri))) ??
      onlyOne(this.#able.filter((server) => this.#rules.mayRead(server, uri)))
    );
  }

  #take(table: Map<string, string>, key: string, server: string): boolean {
    const scheme = schemeOf(key);
    this.#byScheme.set(scheme, (this.#byScheme.get(scheme) ?? new Set()).add(server));
    if (table.has(key)) return false;
    this.#owners.add(server);
    table.set(key, server);
    return true;
  }
}

function definitionOf({ definition }: { readonly definition?: JsonObject }): JsonObject {
  return definition ?? {};
}

function schemeOf(uri: string): string {
  return uri.split(":", 1)[0] ?? "";
}

function onlyOne(servers: Iterable<string> | undefined): string | undefined {
  const [first, second] = servers ?? [];
  return second === undefined ? first : undefined;
}
