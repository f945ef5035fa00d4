/** Looks a tool up in a table of names and globs: its own name first, then the first glob that matches. */
import { matchesGlob } from "../util/glob.ts";

export function byGlob<Value>(table: Readonly<Record<string, Value>>, tool: string): Value | undefined {
  if (Object.hasOwn(table, tool)) return table[tool];
  return Object.entries(table).find(([pattern]) => matchesGlob(pattern, tool))?.[1];
}
