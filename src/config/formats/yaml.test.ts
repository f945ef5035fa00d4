/** What is special about YAML. */
import { describe, expect, it } from "vitest";
import { ConfigSyntaxError, EditRefused } from "./format.ts";
import type { Change } from "./format.ts";
import type { ConfigNode, ConfigValue } from "./node.ts";
import { nodeAt, plainValue } from "./node.ts";
import { yamlFormat } from "./yaml.ts";

const parse = (text: string): ConfigNode => yamlFormat.parse(text);
const edit = (text: string, change: Change): string => yamlFormat.edit(text, change);
const stringify = (value: ConfigValue): string => yamlFormat.stringify(value);
const read = (text: string): unknown => plainValue(parse(text));

describe("reading YAML", () => {
  it("resolves aliases and merge keys; own keys and earlier maps win", () => {
    const text =
      "a: &a { x: 1, y: 1 }\nb: &b { y: 2, z: 2 }\nc:\n  <<: [*a, *b]\n  x: 0\nd: *a\ne: { <<: *b }\n";
    expect(read(text)).toEqual({
      a: { x: 1, y: 1 },
      b: { y: 2, z: 2 },
      c: { x: 0, y: 1, z: 2 },
      d: { x: 1, y: 1 },
      e: { y: 2, z: 2 },
    });
    expect(read('"<<": 1')).toEqual({ "<<": 1 });
  });

  it("uses the core schema of YAML 1.2", () => {
    expect(read("[yes, no, on, 0o7, 0x1f, 1e3, ~, null, TRUE, 12:30, 2020-01-01]")).toEqual([
      "yes",
      "no",
      "on",
      7,
      31,
      1000,
      null,
      null,
      true,
      "12:30",
      "2020-01-01",
    ]);
  });

  it("takes numbers and booleans as keys by their text", () => {
    expect(read("1: a\n0x1: b\n1.0: c\ntrue: d\n")).toEqual({ "1": "a", "0x1": "b", "1.0": "c", true: "d" });
  });

  it("reads tabs where YAML allows them", () => {
    expect(read("a:\t1\t# one\nb:\n  - x\t\n")).toEqual({ a: 1, b: ["x"] });
  });

  it("reads one document with markers around it", () => {
    expect(read("%YAML 1.2\n---\na: 1\n...\n")).toEqual({ a: 1 });
  });

  it.each([
    ["a: 1\n---\nb: 2\n", 3, 1, "second document"],
    ["~: 1", 1, 1, "key must be a text"],
    [": 1", 1, 1, "key must be a text"],
    ["[1]: 1", 1, 1, "key must be a text"],
    ["a: 1\n'a': 2", 2, 1, "line 1, column 1"],
    ["<<: {}\n<<: {}\n", 2, 1, "given twice"],
    ["<<: 1", 1, 1, '"<<" must be followed by a map'],
    ["a: !!binary aGk=", 1, 13, "tag"],
    ["a: !mine 1", 1, 10, 'tag "!mine"'],
    ["a: .inf", 1, 4, ".inf is not a finite number"],
    ["a: .nan", 1, 4, ".nan is not a finite number"],
    ["a: *b", 1, 4, 'alias "*b" refers to no anchor'],
    ["a: &a [*a]", 1, 8, "stands inside"],
    ["a: [1, 2", 1, 9, "not closed"],
    ['a: "b', 1, 6, "not closed"],
    ["a:\n  b: 1\n c: 2\n", 3, 1, "indented"],
    ["a: b: c", 1, 4, "quotes"],
    ["\ta: 1", 1, 1, "tab"],
    ["---\n", 1, 1, "empty"],
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

  it("stops aliases that multiply, in number and in depth", () => {
    const wide = Array.from(
      { length: 30 },
      (_, level) =>
        `a${level}: &a${level} [${Array(9)
          .fill(level === 0 ? "x" : `*a${level - 1}`)
          .join(", ")}]`,
    );
    expect(() => parse(wide.join("\n"))).toThrow("more than 100000 values");
    const deep = Array.from(
      { length: 80 },
      (_, level) => `a${level}: &a${level} [${level === 0 ? "x" : `*a${level - 1}`}]`,
    );
    expect(() => parse(deep.join("\n"))).toThrow("levels deep");
  });

  it.each(["- ", "? ", "a: [", "{? "])("stops nesting by %j", (piece) => {
    expect(() => parse(piece.repeat(50_000))).toThrow(ConfigSyntaxError);
  });

  it("reads ten thousand keys", () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `key${index}: ${index}\n`).join("");
    expect(parse(text)).toBeDefined();
  });
});

describe("editing YAML", () => {
  it("follows the file's indentation of maps and lists", () => {
    const text = "a:\n    b:\n    - 1\n";
    expect(edit(text, { kind: "set", path: ["a", "c"], value: { d: [1, { e: 2 }] } })).toBe(
      "a:\n    b:\n    - 1\n    c:\n        d:\n        - 1\n        - e: 2\n",
    );
  });

  it("keeps flow style, but opens an empty map in block style", () => {
    expect(edit("a: {b: 1} # c\n", { kind: "set", path: ["a", "d"], value: { e: [1] } })).toBe(
      "a: {b: 1, d: { e: [1] }} # c\n",
    );
    expect(edit("a: {} # c\n", { kind: "set", path: ["a", "d"], value: { e: 1 } })).toBe(
      "a: # c\n  d:\n    e: 1\n",
    );
    expect(edit("{}\n", { kind: "set", path: ["a", "b"], value: 1 })).toBe("a:\n  b: 1\n");
  });

  it("fills a key without a value", () => {
    expect(edit("a: # none yet\n  # hint\nb: 1\n", { kind: "set", path: ["a", "c"], value: 2 })).toBe(
      "a: # none yet\n  c: 2\n  # hint\nb: 1\n",
    );
    expect(edit("a:\nb: 1", { kind: "append", path: ["a"], value: 2 })).toBe("a:\n  - 2\nb: 1");
  });

  it("replaces blocks by values and values by blocks, and keeps the comment on the line", () => {
    expect(edit("a: # x\n  b: 1\n  c: 2\nd: 1\n", { kind: "set", path: ["a"], value: 5 })).toBe(
      "a: 5 # x\nd: 1\n",
    );
    expect(edit("a: 5 # x\nd: 1\n", { kind: "set", path: ["a"], value: { b: 1 } })).toBe(
      "a: # x\n  b: 1\nd: 1\n",
    );
    expect(edit("a: |\n  x\n  # y\nd: 1\n", { kind: "set", path: ["a"], value: "z" })).toBe("a: z\nd: 1\n");
    expect(edit("- 1\n- b: 1\n  c: 2\n", { kind: "set", path: [1], value: "z" })).toBe("- 1\n- z\n");
    expect(edit("- 1 # one\n- 2\n", { kind: "set", path: [0], value: { a: 1, b: 2 } })).toBe(
      "- # one\n  a: 1\n  b: 2\n- 2\n",
    );
    expect(edit("- 1\n- 2\n", { kind: "set", path: [1], value: { a: 1, b: 2 } })).toBe(
      "- 1\n- a: 1\n  b: 2\n",
    );
  });

  it("removes the first entry of a map in a list", () => {
    expect(edit("- a: 1\n  b: 2\n", { kind: "remove", path: [0, "a"] })).toBe("- b: 2\n");
    expect(edit("- a: 1\n  # two\n  b: 2\n", { kind: "remove", path: [0, "a"] })).toBe(
      "-\n  # two\n  b: 2\n",
    );
    expect(edit("- a: 1\n- b\n", { kind: "remove", path: [0, "a"] })).toBe("- {}\n- b\n");
  });

  it("never takes a line of a text for a comment", () => {
    const text = "a: |\n  x\n  # text\nb: 1\n";
    expect(edit(text, { kind: "remove", path: ["b"] })).toBe("a: |\n  x\n  # text\n");
  });

  it("leaves an empty map in the place of its last entry, with comments", () => {
    const text = "# mine\na: # x\n  # y\n\n  b: 1 # z\n  # end\nc: 1\n";
    expect(edit(text, { kind: "remove", path: ["a", "b"] })).toBe(
      "# mine\na: {} # x\n  # y\n\n  # end\nc: 1\n",
    );
    expect(edit("# mine\n\na: 1\n", { kind: "remove", path: ["a"] })).toBe("# mine\n\n{}\n");
    expect(edit("a: &x\n  b: 1\n", { kind: "remove", path: ["a", "b"] })).toBe("a: &x {}\n");
  });

  it("leaves the comment at the top of the file", () => {
    expect(edit("# schema\na: 1\n\nb: 1\n", { kind: "remove", path: ["a"] })).toBe("# schema\n\nb: 1\n");
  });

  it("refuses to change what an alias or merge key shares, and says so", () => {
    const text = "a: &a\n  x: 1\nb: *a\nc:\n  <<: *a\n  y: 2\n";
    expect(() => edit(text, { kind: "set", path: ["b", "x"], value: 2 })).toThrow("b is the alias *a");
    expect(() => edit(text, { kind: "remove", path: ["c", "x"] })).toThrow("merge key");
    expect(() => edit(text, { kind: "set", path: ["c", "x"], value: 3 })).toThrow("merge key");
    expect(() => edit(text, { kind: "set", path: ["a", "x"], value: 2 })).toThrow(EditRefused);
    expect(() => edit(text, { kind: "remove", path: ["a"] })).toThrow(EditRefused);
    expect(edit(text, { kind: "remove", path: ["b"] })).toBe(text.replace("b: *a\n", ""));
    expect(edit(text, { kind: "set", path: ["c", "z"], value: 3 })).toBe(`${text}  z: 3\n`);
  });

  it("finds keys of any kind", () => {
    const text = "'it''s': 1\n\"a\\tb\": 2\n? long\n: 3\n5: 4\n";
    expect(edit(text, { kind: "set", path: ["it's"], value: 9 })).toBe(text.replace("1", "9"));
    expect(edit(text, { kind: "set", path: ["a\tb"], value: 9 })).toBe(text.replace("2", "9"));
    expect(edit(text, { kind: "set", path: ["5"], value: 9 })).toBe(text.replace("4", "9"));
    expect(edit(text, { kind: "remove", path: ["long"] })).toBe(text.replace("? long\n: 3\n", ""));
  });

  it("adds behind a text that keeps its blank lines", () => {
    const text = "a: |+\n  x\n\n\n";
    expect(edit(text, { kind: "set", path: ["b"], value: 1 })).toBe(`${text}b: 1\n`);
  });

  it("stays inside the document", () => {
    expect(edit("---\na: 1\n...\n", { kind: "set", path: ["b"], value: 1 })).toBe("---\na: 1\nb: 1\n...\n");
  });
});

describe("writing YAML", () => {
  it("quotes only what needs quotes", () => {
    expect(
      stringify({
        command: "npx",
        args: ["-y", "@a/b", "--port=80", "3000"],
        url: "https://a.b:80/c",
        say: "no",
        is: "it is so",
      }),
    ).toBe(
      'command: npx\nargs:\n  - -y\n  - "@a/b"\n  - --port=80\n  - "3000"\nurl: https://a.b:80/c\nsay: "no"\nis: it is so\n',
    );
  });

  it("escapes lone surrogates and what YAML calls unprintable", () => {
    expect(stringify(["\ud800", "\u0085\u2028\ufeff"])).toBe('- "\\ud800"\n- "\\u0085\\u2028\\ufeff"\n');
    expect(nodeAt(parse(stringify(["\ud800"])), [0])).toMatchObject({ value: "\ud800" });
  });

  it("refuses a key beyond the limit of YAML", () => {
    expect(() => stringify({ ["k".repeat(2000)]: 1 })).toThrow(EditRefused);
  });
});
