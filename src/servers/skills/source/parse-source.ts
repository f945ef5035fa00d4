/** The text of a skill → its syntax tree, with comments. A mistake is told with its place, as an editor would show it. */
import { parse, type ParserOptions } from "@babel/parser";
import type { File } from "@babel/types";
import { TackleError } from "../../../errors.ts";
import type { Place } from "../skill-tool.ts";

export interface SkillSource {
  /** For messages. */
  readonly file: string;
  readonly text: string;
}

/** The error of a skill that cannot be used: `file:line:column: what`. */
export class BrokenSkill extends TackleError {
  readonly place: Place;
  /** The message without its place. */
  readonly reason: string;

  constructor(file: string, place: Place, reason: string) {
    super({
      code: "config",
      message: `${file}:${place.line}:${place.column}: ${reason}`,
      hint: "Correct the file; a running Tacklebox reads it again by itself.",
    });
    this.place = place;
    this.reason = reason;
  }
}

export function parseSource({ file, text }: SkillSource): File {
  try {
    return parse(text, {
      // A .js file may be a CommonJS module, and so may a .ts file.
      sourceType: file.endsWith(".mjs") ? "module" : "unambiguous",
      plugins: /\.[mc]?ts$/.test(file) ? TYPESCRIPT : [],
    });
  } catch (thrown) {
    if (thrown instanceof RangeError)
      throw new BrokenSkill(file, START, "it is nested too deeply to be read");
    if (!(thrown instanceof SyntaxError)) throw thrown;
    throw new BrokenSkill(file, placeOfError(thrown), thrown.message.replace(/ \(\d+:\d+\)$/, ""));
  }
}

const TYPESCRIPT: NonNullable<ParserOptions["plugins"]> = ["typescript", "decorators"];

const START: Place = { line: 1, column: 1 };

/** The parser's errors carry `loc`, whose columns count from 0. */
function placeOfError(thrown: SyntaxError & { readonly loc?: unknown }): Place {
  const { loc } = thrown;
  if (typeof loc !== "object" || loc === null || !("line" in loc) || !("column" in loc)) return START;
  return { line: Number(loc.line), column: Number(loc.column) + 1 };
}

export function placeOf(node: {
  readonly loc?: { readonly start: { readonly line: number; readonly column: number } } | null;
}): Place {
  const start = node.loc?.start;
  return start === undefined ? START : { line: start.line, column: start.column + 1 };
}
