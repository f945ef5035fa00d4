/** What a person should know of a catalog beside what it lists: servers that give nothing, and what was left out. */
import type { Trouble } from "../../box/trouble.ts";
import type { Snapshot } from "../../catalog/snapshot.ts";
import { toTerminalText } from "../../util/terminal-text.ts";

export interface NotedCatalog {
  readonly catalog: Pick<Snapshot, "problems">;
  troubles(): readonly Trouble[];
}

export function catalogNotes(box: NotedCatalog): string[] {
  return [...box.troubles().map(sentenceOn), ...box.catalog.problems].map((note) => toTerminalText(note));
}

/** Where nobody waits any longer, it is not plain what to do. */
export function sentenceOn({ isUnmet, reason, hint }: Trouble): string {
  return isUnmet ? `${reason}. ${hint}` : reason;
}
