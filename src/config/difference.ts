/** What changed between two configurations, server by server, by what each would do and not by how it is written. */
import type { Config, ConfiguredServer } from "./config.ts";

export interface ConfigDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

export function differenceBetween(before: Config, after: Config): ConfigDifference {
  const added = [...after.servers.keys()].filter((name) => !before.servers.has(name));
  const removed = [...before.servers.keys()].filter((name) => !after.servers.has(name));
  const changed = [...after.servers].flatMap(([name, server]) => {
    const old = before.servers.get(name);
    return old !== undefined && effect(old) !== effect(server) ? [name] : [];
  });
  return { added, removed, changed };
}

/** Everything that decides how a server runs; its line in the file, or a comment above it, does not. */
function effect(server: ConfiguredServer): string {
  const { scope } = server.origin;
  if (server.status === "valid")
    return JSON.stringify([scope, sortedKeys(server.definition), server.subject]);
  return JSON.stringify([scope, server.enabled, server.problems.map((problem) => problem.message)]);
}

function sortedKeys(value: object): unknown {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
