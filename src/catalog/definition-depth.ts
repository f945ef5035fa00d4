/**
 * Whether a definition nests so deep that code which follows it down could overflow the stack. Such a tool is left out of
 * the catalog, so that nobody behind it has to ask.
 */

/** Real schemas stay below 30. */
export const MAX_DEPTH = 100;

/** Looks without recursion, and stops at the first place that is too deep. */
export function isTooDeep(value: unknown): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    const next: object[] = [];
    for (const container of level) {
      for (const inner of Object.values(container)) if (isContainer(inner)) next.push(inner);
    }
    level = next;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
