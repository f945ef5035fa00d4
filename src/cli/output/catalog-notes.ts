/** What a person should know of a catalog beside what it lists: servers that give nothing, and what was left out. */
import type { Snapshot } from "../../catalog/snapshot.ts";
import type { ServerState, ServerStatus } from "../../types.ts";
import { toTerminalText } from "../../util/terminal-text.ts";

export interface NotedCatalog {
  readonly catalog: Pick<Snapshot, "problems">;
  status(): readonly ServerStatus[];
}

/** Nothing is said of servers in a quiet state. */
export function catalogNotes(
  box: NotedCatalog,
  quiet: readonly ServerState[] = ["ready", "disabled"],
): string[] {
  const missing = box.status().filter(({ state }) => !quiet.includes(state));
  return [...missing.map(sentenceOn), ...box.catalog.problems].map((note) => toTerminalText(note));
}

/** Most reasons name their server themselves. */
function sentenceOn({ name, state, reason }: ServerStatus): string {
  if (reason === undefined) return `Server '${name}' is ${state}`;
  return reason.includes(`'${name}'`) ? reason : `Server '${name}' is ${state}: ${reason}`;
}
