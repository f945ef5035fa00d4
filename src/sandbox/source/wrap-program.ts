/**
 * Makes a program into one async function, and its last expression into its result. Lines stay where they were but for one
 * above them, and `placeInSource` takes that back, so that an error always points into the text that was written.
 */
import type { Program } from "acorn";
import { getLineInfo } from "acorn";

export interface WrappedProgram {
  readonly text: string;
  /** Where `return (` was put in front of the last expression: what follows on that line moved to the right. */
  readonly returnAt?: Place;
}

/** Lines and columns start at 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

const BEFORE = '(async () => {"use strict";\n';
const AFTER = "\n})";
const RETURN = "return (";

export function wrapProgram(code: string, tree: Program): WrappedProgram {
  const last = tree.body.at(-1);
  if (last?.type !== "ExpressionStatement") return { text: BEFORE + code + AFTER };
  // An expression never ends in a semicolon, so that one here ends the statement.
  const end = code[last.end - 1] === ";" ? last.end - 1 : last.end;
  const body = `${code.slice(0, last.start)}${RETURN}${code.slice(last.start, end)})${code.slice(end)}`;
  const { line, column } = getLineInfo(code, last.start);
  return { text: BEFORE + body + AFTER, returnAt: { line, column: column + 1 } };
}

/** A place in the wrapped text as a place in what was written. */
export function placeInSource(
  { line, column }: Place,
  { returnAt }: Pick<WrappedProgram, "returnAt">,
): Place {
  const written = line - 1;
  const isMoved = returnAt?.line === written && column > returnAt.column;
  return { line: written, column: isMoved ? Math.max(returnAt.column, column - RETURN.length) : column };
}
