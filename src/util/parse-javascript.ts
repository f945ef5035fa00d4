/**
 * Parses JavaScript of unknown origin in time that grows with its length only, and never deeper than the stack allows. What
 * the engine that runs the program checks anyway (declared twice, patterns of regular expressions) is left to it: those
 * checks of the parser take quadratic time.
 */
import { Parser, type Program } from "acorn";

/** A mistake with its place; lines and columns start at 1. */
export interface SyntaxProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export type ParsedJavaScript =
  | { readonly ok: true; readonly tree: Program }
  | { readonly ok: false; readonly problem: SyntaxProblem };

/** The body of an async function in strict mode: `await` and `return` are allowed at the top. */
export function parseJavaScript(source: string): ParsedJavaScript {
  try {
    const tree = LinearParser.parse(source, {
      ecmaVersion: "latest",
      sourceType: "module",
      allowReturnOutsideFunction: true,
    });
    return { ok: true, tree };
  } catch (thrown) {
    if (thrown instanceof RangeError) return { ok: false, problem: TOO_DEEP };
    if (!(thrown instanceof SyntaxError)) throw thrown;
    return { ok: false, problem: readProblem(thrown) };
  }
}

const TOO_DEEP: SyntaxProblem = {
  message: "the program is nested too deeply to be read",
  line: 1,
  column: 1,
};

const LinearParser = Parser.extend(
  (Base) =>
    class extends Base {
      declareName(): void {}
      validateRegExpFlags(): void {}
      validateRegExpPattern(): void {}
    },
);

/** The parser's errors carry `loc`, and repeat it at the end of their message. */
function readProblem(thrown: SyntaxError): SyntaxProblem {
  const message = thrown.message.replace(/ \(\d+:\d+\)$/, "");
  if (message.startsWith("Not enough stack space")) return TOO_DEEP;
  const { line, column } = (thrown as SyntaxError & { loc?: { line: number; column: number } }).loc ?? {
    line: 1,
    column: 0,
  };
  return { message, line, column: column + 1 };
}
