/** What changed between two configurations, by what it would do and not by how it is written. */
import { canonicalJson } from "../util/canonical-json.ts";
import type { Config, ConfiguredServer } from "./config.ts";

export interface ConfigDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** Something that is said for all servers is different, such as the policy. */
  readonly settings: boolean;
}

export function differenceBetween(before: Config, after: Config): ConfigDifference {
  const added = [...after.servers.keys()].filter((name) => !before.servers.has(name));
  const removed = [...before.servers.keys()].filter((name) => !after.servers.has(name));
  const changed = [...after.servers].flatMap(([name, server]) => {
    const old = before.servers.get(name);
    return old !== undefined && effect(old) !== effect(server) ? [name] : [];
  });
  const settings =
    canonicalJson(before.settings) !== canonicalJson(after.settings) || keyOf(before) !== keyOf(after);
  return { added, removed, changed, settings };
}

export function isDifferent({ added, removed, changed, settings }: ConfigDifference): boolean {
  return settings || added.length + removed.length + changed.length > 0;
}

/** Everything that decides how a server runs; its line in the file, or a comment above it, does not. */
function effect(server: ConfiguredServer): string {
  const { scope } = server.origin;
  if (server.status === "valid") {
    const { definition, subject } = server;
    // The first glob that matches wins in these, so that their order is a part of what they say.
    const order = [definition.toolTimeouts, definition.cache].map((table) => Object.keys(table));
    return canonicalJson([scope, definition, order, subject]);
  }
  return canonicalJson([scope, server.enabled, server.problems.map((problem) => problem.message)]);
}

/** The one secret among the settings, which JSON masks. */
function keyOf({ settings: { search } }: Config): string | undefined {
  return search.embedder?.type === "openai" ? search.embedder.apiKey?.reveal() : undefined;
}
