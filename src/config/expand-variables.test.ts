import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expandVariables, type Resolve } from "./expand-variables.ts";

const from =
  (values: Record<string, string>): Resolve =>
  ({ source, name }) =>
    source === "variable" && Object.hasOwn(values, name)
      ? { kind: "value", value: values[name] ?? "" }
      : { kind: "missing" };

const expand = (text: string, values: Record<string, string> = {}) =>
  expandVariables(text, from(values)).text;

describe("expandVariables", () => {
  it("replaces references inside a text and whole values", () => {
    expect(expand("a ${X} b ${Y}", { X: "1", Y: "2" })).toBe("a 1 b 2");
    expect(expand("env:X", { X: "1" })).toBe("1");
    expect(expand("see env:X", { X: "1" })).toBe("see env:X");
  });

  it("uses the default where a variable is missing or empty", () => {
    expect(expand("${X:-d}")).toBe("d");
    expect(expand("${X:-d}", { X: "" })).toBe("d");
    expect(expand("${X:-}")).toBe("");
    expect(expand("${X:-a:-b}")).toBe("a:-b");
  });

  it("reports a missing variable without default and makes it empty", () => {
    const result = expandVariables("a${X}b", from({}));
    expect(result.text).toBe("ab");
    expect(result.missing).toEqual([{ source: "variable", name: "X" }]);
  });

  it("never expands what came out of a variable", () => {
    expect(expand("${X}", { X: "${Y}", Y: "boom" })).toBe("${Y}");
    expect(expand("${X:-$(whoami)}")).toBe("$(whoami)");
  });

  it("knows nothing of shells", () => {
    const text = "$HOME $(id) `id` ~ * %PATH% $X ${} ${1} ${a b}";
    expect(expand(text, { HOME: "/h", X: "1", PATH: "p" })).toBe(text);
  });

  it("lets a doubled dollar stand for a literal reference", () => {
    expect(expand("$${X}", { X: "1" })).toBe("${X}");
  });

  it("does not find inherited properties", () => {
    expect(expandVariables("${constructor}${__proto__}", from({})).missing).toHaveLength(2);
  });

  it("leaves any text without references as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(!text.includes("${") && !text.startsWith("env:"));
        expect(expand(text)).toBe(text);
      }),
    );
  });

  it("pastes any value literally", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ unit: "binary" }), (before, after, value) => {
        fc.pre(!/[${]/.test(before + after) && !before.startsWith("env:"));
        fc.pre(value !== "");
        expect(expand(`${before}\${X}${after}`, { X: value })).toBe(before + value + after);
      }),
    );
  });
});
