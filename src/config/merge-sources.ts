/** Several sources → one set of servers; the higher source wins. */
import type { ConfiguredServer } from "./config.ts";

/** The higher source replaces the whole entry and remembers which ones it hides. */
export function mergeServers(
  sources: readonly (readonly ConfiguredServer[])[],
): Map<string, ConfiguredServer> {
  const merged = new Map<string, ConfiguredServer>();
  for (const server of sources.flat()) {
    const higher = merged.get(server.name);
    if (higher === undefined) merged.set(server.name, server);
    else merged.set(server.name, { ...higher, shadows: [...higher.shadows, server.origin] });
  }
  return new Map([...merged].sort(([a], [b]) => (a < b ? -1 : 1)));
}
