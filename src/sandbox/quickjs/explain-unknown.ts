/** The message about a member that is not there, with the names that were most likely meant. */
import type { Namespace } from "../executor.ts";
import { nearest } from "../../util/nearest.ts";

const SHOWN = 3;
const LONGEST_NAME = 100;

export function explainUnknown(namespaces: Namespace, path: readonly string[], name: string): string {
  const names = namesAt(namespaces, path);
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  const near = nearest(name, names, { max: SHOWN });
  const advice =
    near.length > 0
      ? `Did you mean ${near.join(", ")}?`
      : `There are ${names.slice(0, 2 * SHOWN).join(", ")}.`;
  return `${path.join(".")} has no '${shown}'. ${names.length === 0 ? "It is empty." : advice}`;
}

function namesAt(namespaces: Namespace, path: readonly string[]): string[] {
  let found: Namespace | string | undefined = namespaces;
  for (const name of path) found = typeof found === "object" ? found.get(name) : undefined;
  return typeof found === "object" ? [...found.keys()] : [];
}
