import { expect, it } from "vitest";
import { parseJavaScript } from "../../util/parse-javascript.ts";
import { placeInSource, wrapProgram } from "./wrap-program.ts";

function wrap(code: string) {
  const parsed = parseJavaScript(code);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return wrapProgram(code, parsed.tree);
}
const bodyOf = (code: string) => wrap(code).text.split("\n").slice(1, -1).join("\n");

it.each([
  ["1 + 1", "return (1 + 1)"],
  ["1 + 1;", "return (1 + 1);"],
  ["a; b // c;", "a; return (b) // c;"],
  ["(1, 2)", "return ((1, 2))"],
  ["';'", "return (';')"],
  ["a\n;", "return (a\n);"],
  ["const a = 1", "const a = 1"],
  ["return 1", "return 1"],
  ["if (a) b", "if (a) b"],
  ["", ""],
])("makes the last expression of %j the result", (code, expected) => {
  expect(bodyOf(code)).toBe(expected);
});

it("finds the place in what was written again", () => {
  const wrapped = wrap("const a = 1;\nb; a.c.d");
  expect(wrapped.text.split("\n")[2]).toBe("b; return (a.c.d)");
  expect(placeInSource({ line: 3, column: 13 }, wrapped)).toEqual({ line: 2, column: 5 });
  expect(placeInSource({ line: 3, column: 1 }, wrapped)).toEqual({ line: 2, column: 1 });
  expect(placeInSource({ line: 2, column: 9 }, wrapped)).toEqual({ line: 1, column: 9 });
});
