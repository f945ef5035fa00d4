/** Several sources → one set of servers and settings; the higher source wins. */
import type { ConfiguredServer } from "./config.ts";
import { DEFAULT_SETTINGS, type Settings } from "./read-settings.ts";

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

export function mergeSettings(sources: readonly Settings[]): Settings {
  return sources.toReversed().reduce<Settings>(
    (lower, settings) => ({
      enabled: true,
      timeout: settings.timeout ?? lower.timeout,
      debug: settings.debug || lower.debug,
      builtin: settings.builtin ?? lower.builtin,
    }),
    DEFAULT_SETTINGS,
  );
}
