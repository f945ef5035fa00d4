/**
 * Names that a person would read as the same though they are not: different only in case, in how Unicode writes a letter,
 * or in letters of other alphabets that look alike. They stay different names; a person should know of them.
 */
import { foldLook } from "../fold-look.ts";

/** The groups of names that look the same, each with two or more, in the order in which they were given. */
export function findTwins(names: Iterable<string>): readonly (readonly string[])[] {
  const groups = new Map<string, Set<string>>();
  for (const name of names) {
    const look = foldLook(name);
    const group = groups.get(look);
    if (group === undefined) groups.set(look, new Set([name]));
    else group.add(name);
  }
  return [...groups.values()].filter((group) => group.size > 1).map((group) => [...group]);
}
