/**
 * Replaces the types in a TypeScript program by spaces. The parser behind it can break on hostile text and stays broken, so
 * that this runs in a worker only, which is thrown away afterwards when `spent` is set.
 */
import { stripTypeScriptTypes } from "node:module";
import { systemCodeOf } from "../../errors.ts";
import type { SyntaxProblem } from "../../util/parse-javascript.ts";

export type StrippedTypes =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly problem: SyntaxProblem; readonly spent: boolean };

// `await` and `return` stand at the top of a program, where the parser knows neither.
const BEFORE = "(async () => {\n";
const AFTER = "\n})";

export function stripTypes(source: string): StrippedTypes {
  try {
    const stripped = stripTypeScriptTypes(BEFORE + source + AFTER);
    return { ok: true, code: stripped.slice(BEFORE.length, -AFTER.length) };
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    if (!(thrown instanceof Error) || code?.endsWith("_TYPESCRIPT_SYNTAX") !== true)
      return { ok: false, problem: UNREADABLE, spent: true };
    return { ok: false, problem: inSource(readProblem(thrown, code), source), spent: false };
  }
}

const UNREADABLE: SyntaxProblem = {
  message: "the program is nested too deeply to be read as TypeScript",
  line: 1,
  column: 1,
};

/** The place is only in the text above the stack: `:3`, lines of the program, and `^^^` below the place. */
function readProblem(thrown: Error, code: string): SyntaxProblem {
  const lines = (thrown.stack ?? "").split("\n", 12);
  const line = Number(/:(\d+)$/.exec(lines[0] ?? "")?.[1] ?? 2) - 1;
  const marks = lines.slice(1).find((text) => /^\s*\^+\s*$/.test(text)) ?? "^";
  const isUnsupported = code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX";
  const message = isUnsupported ? sayUnsupported(thrown.message) : thrown.message;
  return { message, line: Math.max(1, line), column: marks.indexOf("^") + 1 };
}

/** Words of the parser that name a kind of syntax, and what to write instead. */
const INSTEAD: readonly (readonly [syntax: string, instead: string])[] = [
  ["enum", 'as in const Color = { red: "red", blue: "blue" }'],
  ["namespace", "as an object, or as functions with names of their own"],
  ["parameter property", "as in constructor(name) { this.name = name }"],
];

function sayUnsupported(message: string): string {
  const known = INSTEAD.find(([syntax]) => message.startsWith(`TypeScript ${syntax}`));
  if (known === undefined) return message;
  const [syntax, instead] = known;
  return (
    `TypeScript's ${syntax} cannot be used: types are only taken away before a program runs, and this is more than a type; ` +
    `write it in plain JavaScript, ${instead}`
  );
}

/** What comes to light behind the program's end, in our own words around it, is something in it that was not closed. */
function inSource(problem: SyntaxProblem, source: string): SyntaxProblem {
  const lines = source.trimEnd().split("\n");
  if (problem.line <= lines.length) return problem;
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return { message: "the program ends in the middle of something", line: lines.length, column };
}
