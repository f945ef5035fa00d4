/** Where an entry stands, for a sentence: `FILE, line 3`, or the variable. */
import type { Origin } from "../../types.ts";

export function placeOf({ scope, file, line }: Origin): string {
  return scope === "environment" ? `the variable ${file}` : `${file}, line ${line}`;
}
