import { describe, expect, it } from "vitest";
import { parseJavaScript } from "./parse-javascript.ts";

it.each(["await a; return b", "const a = 1; await import('x')", "let a; let a", "/(?<a>)(?<a>)/"])(
  "reads %s",
  (code) => {
    expect(parseJavaScript(code).ok).toBe(true);
  },
);

it("says what is wrong and where", () => {
  expect(parseJavaScript("const a = 1;\nconst b = ;")).toEqual({
    ok: false,
    problem: { message: "Unexpected token", line: 2, column: 11 },
  });
});

describe("what is nested too deeply for the stack is refused", () => {
  it.each(["[", "(", "!", "x=>", "{", "`${", "new ", "a?", "a=", "if(1)", "- ", "async()=>"])(
    "%s",
    (open) => {
      const parsed = parseJavaScript(open.repeat(20_000));
      expect(parsed).toMatchObject({
        ok: false,
        problem: { message: "the program is nested too deeply to be read" },
      });
    },
  );
});
