/** The ids of all tools in a tree of names. */
import type { Namespace } from "../executor.ts";

export function toolIds(namespace: Namespace): ReadonlySet<string> {
  const ids = new Set<string>();
  const open = [namespace];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const value of next.values()) {
      if (typeof value === "string") ids.add(value);
      else open.push(value);
    }
  }
  return ids;
}
