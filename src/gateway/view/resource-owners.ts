/**
 * Which server a resource belongs to. Addresses are passed on as they are, because results refer to them; so where two
 * servers offer the same one, the first by name has it.
 */
import type { Snapshot } from "../../catalog/snapshot.ts";
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";

/** A resource, a template, or all that one server has. */
export interface Owned {
  readonly server: string;
  readonly uri?: string;
  readonly uriTemplate?: string;
}

export class ResourceOwners {
  readonly resources: readonly JsonObject[];
  readonly templates: readonly JsonObject[];
  readonly #byUri = new Map<string, string>();
  readonly #byTemplate = new Map<string, string>();
  /** Servers that offer anything with this scheme. */
  readonly #byScheme = new Map<string, Set<string>>();
  readonly #able: readonly string[];

  constructor(
    catalog: Snapshot,
    isShown: (item: Owned) => boolean,
    capabilitiesOf: (server: string) => JsonObject | undefined,
  ) {
    this.resources = catalog.resources.filter(isShown).flatMap(({ server, ...resource }) => {
      if (!this.#take(this.#byUri, resource.uri, server)) return [];
      return [definitionOf(resource)];
    });
    this.templates = catalog.resourceTemplates.filter(isShown).flatMap(({ server, ...template }) => {
      if (!this.#take(this.#byTemplate, template.uriTemplate, server)) return [];
      return [definitionOf(template)];
    });
    this.#able = catalog.servers
      .map(({ name }) => name)
      .filter((server) => isShown({ server }) && isObject(capabilitiesOf(server)?.["resources"]));
  }

  ownerOfTemplate(uriTemplate: string): string | undefined {
    return this.#byTemplate.get(uriTemplate) ?? this.ownerOf(uriTemplate);
  }

  /** The one that lists it; else the one whose template begins like it at greatest length; else the only one there is. */
  ownerOf(uri: string): string | undefined {
    const exact = this.#byUri.get(uri);
    if (exact !== undefined) return exact;
    let best: { length: number; server: string } | undefined;
    for (const [template, server] of this.#byTemplate) {
      const start = template.split("{", 1)[0] ?? "";
      if (uri.startsWith(start) && start.length > (best?.length ?? -1))
        best = { length: start.length, server };
    }
    return best?.server ?? onlyOne(this.#byScheme.get(schemeOf(uri))) ?? onlyOne(this.#able);
  }

  #take(table: Map<string, string>, key: string, server: string): boolean {
    const scheme = schemeOf(key);
    this.#byScheme.set(scheme, (this.#byScheme.get(scheme) ?? new Set()).add(server));
    if (table.has(key)) return false;
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
