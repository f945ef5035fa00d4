/** What is suspicious in the tools of a catalog: each by itself, and where it speaks of tools of other servers. */
import type { ToolRef } from "../types.ts";
import type { CatalogTool } from "./catalog-tool.ts";
import { inspectReferences, type OtherTools, type TextFinding } from "./inspect-text.ts";

export interface CatalogFinding extends TextFinding, ToolRef {}

/** In the order of the tools. Reads every text of the catalog, so it is worth keeping. */
export function findInCatalog(tools: readonly CatalogTool[]): readonly CatalogFinding[] {
  const serversOf = new Map<string, Set<string>>();
  for (const { server, tool } of tools) {
    const servers = serversOf.get(tool);
    if (servers === undefined) serversOf.set(tool, new Set([server]));
    else servers.add(server);
  }
  return tools.flatMap(({ server, tool, definition, findings }) => {
    const references = inspectReferences(definition, othersThan(server, serversOf));
    return [...findings, ...references].map((finding) => ({ server, tool, ...finding }));
  });
}

/** A name that the server has itself means its own tool. */
function othersThan(server: string, serversOf: ReadonlyMap<string, ReadonlySet<string>>): OtherTools {
  return {
    serverOf(name) {
      const servers = serversOf.get(name);
      return servers === undefined || servers.has(server) ? undefined : servers.values().next().value;
    },
  };
}
