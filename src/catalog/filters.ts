/**
 * Which of a server's tools its configuration lets through. Exclusion wins; without an include list everything is included,
 * with an empty one nothing is.
 */
import { matchesAny, matchesGlob } from "../util/glob.ts";
import { nearest } from "../util/nearest.ts";

export interface ToolFilter {
  readonly includeTools: readonly string[] | undefined;
  readonly excludeTools: readonly string[];
}

/** Whether the filter lets a tool of this name through. */
export function isIncluded(name: string, { includeTools, excludeTools }: ToolFilter): boolean {
  return (includeTools === undefined || matchesAny(includeTools, name)) && !matchesAny(excludeTools, name);
}

export interface UnusedPattern {
  readonly field: "includeTools" | "excludeTools";
  readonly pattern: string;
  /** The tool that was probably meant. */
  readonly nearest: string | undefined;
}

/** The patterns that match none of the names: most likely mistakes, of which an exclusion would be a dangerous one. */
export function findUnusedPatterns(names: readonly string[], filter: ToolFilter): readonly UnusedPattern[] {
  const unused = (field: UnusedPattern["field"], patterns: readonly string[]): UnusedPattern[] =>
    patterns
      .filter((pattern) => !names.some((name) => matchesGlob(pattern, name)))
      .map((pattern) => ({ field, pattern, nearest: nearest(pattern, names)[0] }));
  return [
    ...unused("includeTools", filter.includeTools ?? []),
    ...unused("excludeTools", filter.excludeTools),
  ];
}
