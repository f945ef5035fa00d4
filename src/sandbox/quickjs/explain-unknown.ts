/** The message about a member that is not there, with the names that were most likely meant. */
import { likelyNames } from "../../util/likely-names.ts";

const SHOWN = 3;
const LONGEST_NAME = 100;

export function explainUnknown(path: readonly string[], name: string, names: readonly string[]): string {
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  const { names: near } = likelyNames(name, names, { max: SHOWN });
  const advice =
    near.length > 0
      ? `Did you mean ${near.join(", ")}?`
      : `There are ${names.slice(0, 2 * SHOWN).join(", ")}.`;
  return `${path.join(".")} has no '${shown}'. ${names.length === 0 ? "It is empty." : advice}`;
}
