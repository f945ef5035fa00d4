/** The running servers as the catalog sees them: their lists with the filters that the configuration has for them. */
import type { CatalogSource } from "../catalog/snapshot.ts";
import type { Config } from "../config/config.ts";
import type { Upstreams } from "../upstream/upstreams.ts";

export function catalogSources(upstreams: Upstreams, config: Config): readonly CatalogSource[] {
  return upstreams.status().flatMap(({ name, state }) => {
    const server = config.servers.get(name);
    if (server?.status !== "valid") return [];
    const { includeTools, excludeTools, trust } = server.definition;
    return [{ name, state, trust, includeTools, excludeTools, lists: upstreams.listsOf(name) }];
  });
}
