/** A finding with the file that it was found in. */
import type { Problem } from "../types.ts";
import type { Finding } from "./finding.ts";
import type { SourceLocation } from "./find-sources.ts";
import type { Position } from "./formats/node.ts";

export function problemOf(location: SourceLocation, finding: Finding, server?: string): Problem {
  const { severity, at, field, message, fix } = finding;
  return problemAt(location, at, { severity, server, field, message, fix });
}

export function problemAt(
  location: SourceLocation,
  at: Position,
  rest: Omit<Problem, "file" | "line" | "column">,
): Problem {
  return { file: location.file, line: at.line, column: at.column, ...rest };
}
