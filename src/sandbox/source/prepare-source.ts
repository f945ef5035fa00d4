/**
 * From what was written to what the engine is given: TypeScript becomes JavaScript, and the program one function. Pure, but
 * takes time that grows with the text, and `stripTypes` may only be given in a worker.
 */
import { parseJavaScript, type SyntaxProblem } from "../../util/parse-javascript.ts";
import type { StrippedTypes } from "./strip-types.ts";
import { wrapProgram, type WrappedProgram } from "./wrap-program.ts";

export type PreparedSource =
  | { readonly ok: true; readonly code: string; readonly wrapped: WrappedProgram }
  | { readonly ok: false; readonly problem: SyntaxProblem; readonly spent?: boolean };

/** What is JavaScript already; undefined when it may be TypeScript. */
export function prepareJavaScript(source: string): PreparedSource | undefined {
  if (mayCallWithTypes(source)) return undefined;
  const prepared = parseAndWrap(source);
  return prepared.ok ? prepared : undefined;
}

export function prepareSource(source: string, stripTypes: (source: string) => StrippedTypes): PreparedSource {
  const stripped = stripTypes(source);
  return stripped.ok ? parseAndWrap(stripped.code) : stripped;
}

function parseAndWrap(code: string): PreparedSource {
  const parsed = parseJavaScript(code);
  return parsed.ok ? { ok: true, code, wrapped: wrapProgram(code, parsed.tree) } : parsed;
}

/** `read<Item>(x)` is a call in TypeScript and two comparisons in JavaScript; nobody means the comparisons. */
function mayCallWithTypes(source: string): boolean {
  return source.includes("<") && /[^=]>\s*[(`]/.test(source);
}
