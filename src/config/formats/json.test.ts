/** What is special about JSON. */
import { describe, expect, it } from "vitest";
import { ConfigSyntaxError } from "./format.ts";
import type { Change } from "./format.ts";
import { jsonFormat } from "./json.ts";
import type { ConfigNode, ConfigValue } from "./node.ts";
import { plainValue } from "./node.ts";

const parse = (text: string): ConfigNode => jsonFormat.parse(text);
const edit = (text: string, change: Change): string => jsonFormat.edit(text, change);
const stringify = (value: ConfigValue): string => jsonFormat.stringify(value);

describe("reading JSON", () => {
  it("allows comments and trailing commas", () => {
    expect(plainValue(parse('/* a */ { "a": [1, /* b */ 2,], // c\n }'))).toEqual({ a: [1, 2] });
  });

  it.each([
    ["{a: 1}", 1, 2, "double quotes"],
    ["{'a': 1}", 1, 2, "double quotes"],
    ['{"a" 1}', 1, 6, "colon"],
    ['{"a": }', 1, 7, "value"],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, "comma"],
    ["[1,,]", 1, 4, "value"],
    ["[01]", 1, 3, "comma"],
    ["[+1]", 1, 2, "not JSON"],
    ["[NaN]", 1, 2, "not JSON"],
    ["[1e999]", 1, 2, "1e999 is not a finite number"],
    ['["\\x"]', 1, 2, "backslash"],
    ['["a\tb"]', 1, 2, "control character"],
    ['{"a": [1', 1, 9, "] is missing"],
    ["{", 1, 2, "} is missing"],
    ['{"a": "b', 1, 7, "not closed"],
    ["/* a", 1, 1, "comment"],
    ["{} {}", 1, 4, "nothing more"],
    ["\ufeff{}", 1, 1, "not JSON"],
  ])("says what is wrong with %j", (text, line, column, words) => {
    let thrown: unknown;
    try {
      parse(text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ConfigSyntaxError);
    expect(thrown).toMatchObject({ message: expect.stringContaining(words), at: { line, column } });
  });

  it("reads a hundred thousand keys quickly", () => {
    const text = JSON.stringify(
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, index])),
    );
    expect(parse(text)).toMatchObject({ kind: "map" });
  });
});

describe("editing JSON", () => {
  it("keeps a map on one line", () => {
    expect(edit('{"a":1}', { kind: "set", path: ["b"], value: { c: [1, 2] } })).toBe(
      '{"a":1, "b": { "c": [1, 2] }}',
    );
    expect(edit('{ "a": {} }', { kind: "set", path: ["a", "b"], value: 1 })).toBe('{ "a": { "b": 1 } }');
  });

  it("follows indentation with tabs", () => {
    const text = '{\n\t"a": {\n\t\t"b": 1\n\t}\n}';
    expect(edit(text, { kind: "set", path: ["a", "c"], value: { d: 2 } })).toBe(
      '{\n\t"a": {\n\t\t"b": 1,\n\t\t"c": {\n\t\t\t"d": 2\n\t\t}\n\t}\n}',
    );
  });

  it("puts the comma before a comment on the line", () => {
    const text = '{\n  "a": 1 // one\n  // end\n}\n';
    expect(edit(text, { kind: "set", path: ["b"], value: 2 })).toBe(
      '{\n  "a": 1, // one\n  "b": 2\n  // end\n}\n',
    );
  });

  it("keeps trailing commas where they are the style", () => {
    const text = '{\n  "a": [\n    1,\n  ],\n}\n';
    expect(edit(text, { kind: "append", path: ["a"], value: 2 })).toBe(
      '{\n  "a": [\n    1,\n    2,\n  ],\n}\n',
    );
    expect(edit(text, { kind: "set", path: ["b"], value: 2 })).toBe(
      '{\n  "a": [\n    1,\n  ],\n  "b": 2,\n}\n',
    );
  });

  it("takes the comma before with the last entry", () => {
    expect(edit('{\n  "a": 1, // one\n  "b": 2 // two\n}', { kind: "remove", path: ["b"] })).toBe(
      '{\n  "a": 1 // one\n}',
    );
    expect(edit("[1 /* x */, /* y */ 2]", { kind: "remove", path: [1] })).toBe("[1 /* x */ /* y */]");
    expect(edit("[1, 2, 3]", { kind: "remove", path: [1] })).toBe("[1, 3]");
    expect(edit("[1, 2, 3]", { kind: "remove", path: [0] })).toBe("[2, 3]");
  });

  it("takes the comment above an entry that stands alone, and leaves one that others share", () => {
    const alone = '{\n  // about a\n  "a": 1,\n\n  "b": 2\n}';
    expect(edit(alone, { kind: "remove", path: ["a"] })).toBe('{\n\n  "b": 2\n}');
    const shared = '{\n  // about both\n  "a": 1,\n  "b": 2\n}';
    expect(edit(shared, { kind: "remove", path: ["a"] })).toBe('{\n  // about both\n  "b": 2\n}');
  });

  it("leaves an empty map or list, with the comments that are in it", () => {
    expect(edit('{\n  "a": [\n    1\n  ]\n}', { kind: "remove", path: ["a", 0] })).toBe('{\n  "a": []\n}');
    const text = '{\n  // more to come\n\n  "a": 1\n}\n';
    expect(edit(text, { kind: "remove", path: ["a"] })).toBe("{\n  // more to come\n\n}\n");
    expect(edit("{\n  // more to come\n}\n", { kind: "set", path: ["a"], value: 1 })).toBe(
      '{\n  // more to come\n  "a": 1\n}\n',
    );
  });

  it("treats null as nothing there yet", () => {
    expect(edit('{ "a": null }', { kind: "append", path: ["a", "b"], value: 1 })).toBe(
      '{ "a": { "b": [1] } }',
    );
  });

  it("sets and removes under keys of any kind", () => {
    const text = '{ "": { "a.b": { "\\u00fc \\"": 1 } } }';
    const path = ["", "a.b", 'ü "'];
    expect(edit(text, { kind: "set", path, value: 2 })).toBe('{ "": { "a.b": { "\\u00fc \\"": 2 } } }');
    expect(edit(text, { kind: "remove", path })).toBe('{ "": { "a.b": {} } }');
  });
});

describe("writing JSON", () => {
  it("puts short lists on one line and maps on several", () => {
    expect(stringify({ a: { args: ["-y", "b"], env: {} }, long: ["x".repeat(80)] })).toBe(
      `{\n  "a": {\n    "args": ["-y", "b"],\n    "env": {}\n  },\n  "long": [\n    "${"x".repeat(80)}"\n  ]\n}\n`,
    );
  });

  it("escapes lone surrogates", () => {
    expect(stringify("\ud800")).toBe('"\\ud800"\n');
  });
});
