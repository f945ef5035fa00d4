/**
 * Resources that one server hides from another: both list the same address, and whoever reads by the address alone gets that
 * of the first. One line for each pair of servers, because two accounts of one service may share all that they have.
 */
import type { CatalogResource } from "./server-offer.ts";

interface Hidden {
  readonly server: string;
  readonly by: string;
  readonly uris: string[];
}

/** Not safe to show before it was cleaned: the addresses are the servers' own words. */
export function describeHiddenResources(resources: readonly CatalogResource[]): string[] {
  const pairs = new Map<string, Hidden>();
  const shown = new Map<string, string>();
  for (const { server, uri } of resources) {
    const by = shown.get(uri);
    if (by === undefined) shown.set(uri, server);
    if (by === undefined || by === server) continue;
    const key = JSON.stringify([server, by]);
    const pair = pairs.get(key) ?? { server, by, uris: [] };
    pairs.set(key, pair);
    pair.uris.push(uri);
  }
  return [...pairs.values()].map(describe);
}

function describe({ server, by, uris: [first, ...others] }: Hidden): string {
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return (
    `Servers '${by}' and '${server}' both offer the resource '${first}'${more}: where both are shown, that of '${server}' is hidden; ` +
    `the gateway has it at /servers/${server}/mcp.`
  );
}
