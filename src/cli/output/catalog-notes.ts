/** What a person should know of a catalog beside what it lists: servers that give nothing, and what was left out. */
import type { Trouble } from "../../box/trouble.ts";
import type { Snapshot } from "../../catalog/snapshot.ts";
import { toTerminalText } from "../../util/terminal-text.ts";

export interface NotedCatalog {
  readonly catalog: Pick<Snapshot, "problems">;
  troubles(only?: ReadonlySet<string>): readonly Trouble[];
}

/** Of servers that a person has named, they are also told what to do, and that they are switched off. */
export function catalogNotes(box: NotedCatalog, named: ReadonlySet<string> = NOBODY): string[] {
  return [...troubleNotes(box, named), ...box.catalog.problems.map((note) => toTerminalText(note))];
}

/** The same without what is about tools only. */
export function troubleNotes(box: Pick<NotedCatalog, "troubles">, named = NOBODY): string[] {
  const others = box.troubles().filter(({ server }) => !named.has(server));
  const advice = named.size === 0 ? [] : box.troubles(named).map(adviceOn);
  return [...advice, ...others.map(sentenceOn)].map((note) => toTerminalText(note));
}

const NOBODY: ReadonlySet<string> = new Set();

/** Where nobody waits any longer, it is not plain what to do. */
function sentenceOn(trouble: Trouble): string {
  return trouble.isUnmet ? adviceOn(trouble) : trouble.reason;
}

export function adviceOn({ reason, hint }: Trouble): string {
  return `${reason.replace(/\.$/, "")}. ${hint}`;
}
