/** What is special about TOML. */
import { describe, expect, it } from "vitest";
import { ConfigSyntaxError, EditRefused } from "./format.ts";
import type { Change } from "./format.ts";
import type { ConfigNode, ConfigValue } from "./node.ts";
import { plainValue } from "./node.ts";
import { tomlFormat } from "./toml.ts";

const parse = (text: string): ConfigNode => tomlFormat.parse(text);
const edit = (text: string, change: Change): string => tomlFormat.edit(text, change);
const stringify = (value: ConfigValue): string => tomlFormat.stringify(value);
const read = (text: string): unknown => plainValue(parse(text));

describe("reading TOML", () => {
  it("puts tables, dotted keys, inline tables and lists of tables into one tree", () => {
    const text =
      'a.b = 1\na."c d" = { e.f = 2 }\n[x.y]\nz = 1\n[x]\nw = 2\n[[l]]\nm = 1\n[l.n]\no = 1\n[[l]]\n[[l.p]]\nq = 1\n';
    expect(read(text)).toEqual({
      a: { b: 1, "c d": { e: { f: 2 } } },
      x: { y: { z: 1 }, w: 2 },
      l: [{ m: 1, n: { o: 1 } }, { p: [{ q: 1 }] }],
    });
  });

  it("reads dates and times as their text", () => {
    expect(read("a = 2020-01-02\nb = 07:32:00\nc = 1979-05-27T07:32:00Z\n")).toEqual({
      a: "2020-01-02",
      b: "07:32:00",
      c: "1979-05-27T07:32:00Z",
    });
  });

  it("reads all kinds of strings and numbers", () => {
    expect(read('a = \'x\\y\'\nb = """\n  x\n"""\nc = 0x1f\nd = 1_000\ne = 1e3\nf = -0.5\n')).toEqual({
      a: "x\\y",
      b: "  x\n",
      c: 31,
      d: 1000,
      e: 1000,
      f: -0.5,
    });
  });

  it.each([
    ["a =", 1, 4, "a value is expected"],
    ["a = x", 1, 5, "quotes"],
    ["a 1", 1, 3, "equals sign"],
    ["a = 1 b = 2", 1, 7, "new line"],
    ["a = [1 2]", 1, 8, "comma"],
    ["a = [1, 2", 1, 10, "not closed"],
    ['a = "b', 1, 7, "not closed"],
    ["[a", 1, 3, "not closed"],
    ["a = inf", 1, 5, "inf is not a finite number"],
    ["a = nan", 1, 5, "nan is not a finite number"],
    ["[a]\n[b]\n[a]\n", 3, 2, "line 1, column 2"],
    ["a = 1\n[a.b]\n", 2, 2, "line 1, column 1"],
    ["a = { b = 1, 'b' = 2 }", 1, 14, "line 1, column 7"],
    ["a.b = 1\na.b = 2\nc = 1\nc = 1\n", 2, 3, '"b" is given twice'],
    ["\ufeff a = 1", 1, 1, "not expected"],
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

  it("stops keys that nest, and texts that the parser cannot hold", () => {
    expect(() => parse(`${"a.".repeat(100_000)}a = 1`)).toThrow("levels deep");
    expect(() => parse(`[${"a.".repeat(100_000)}a]`)).toThrow("levels deep");
    expect(() => parse(`a = ${"{a=".repeat(100_000)}`)).toThrow("levels deep");
    expect(() => parse(`a = '''${"x".repeat(1_000_000)}'''`)).toThrow("more than 50000 characters");
  });
});

const FILE = `title = "x" # t

# about a
[servers.a]
command = "x"
args = [
  "one", # first
  "two"
]
env.A = "1"

# about b
[servers.b]
command = "z"
# old = 1

[servers.b.headers]
h = 1

[[list]]
name = "first"
[[list]]
name = "second"
`;

describe("editing TOML", () => {
  it.each<[string, Change, string, string]>([
    [
      "gives a new map a header where its neighbours have headers",
      { kind: "set", path: ["servers", "c d"], value: { url: "u", headers: { x: "1" } } },
      "h = 1\n",
      'h = 1\n\n[servers."c d"]\nurl = "u"\n\n[servers."c d".headers]\nx = "1"\n',
    ],
    [
      "writes a new map in braces where there are no headers around",
      { kind: "set", path: ["list", 0, "more"], value: { x: 1 } },
      'name = "first"\n',
      'name = "first"\nmore = { x = 1 }\n',
    ],
    [
      "adds to a map of dotted keys with a dotted key",
      { kind: "set", path: ["servers", "a", "env", "B.C"], value: "2" },
      'env.A = "1"\n',
      'env.A = "1"\nenv."B.C" = "2"\n',
    ],
    [
      "adds to the end of a list over lines",
      { kind: "append", path: ["servers", "a", "args"], value: "three" },
      '  "two"\n',
      '  "two",\n  "three"\n',
    ],
    [
      "removes from a list",
      { kind: "remove", path: ["servers", "a", "args", 1] },
      '  "one", # first\n  "two"\n',
      '  "one" # first\n',
    ],
    [
      "adds a table to a list of tables",
      { kind: "append", path: ["list"], value: { name: "third" } },
      'name = "second"\n',
      'name = "second"\n\n[[list]]\nname = "third"\n',
    ],
    [
      "removes a table from a list of tables",
      { kind: "remove", path: ["list", 0] },
      '[[list]]\nname = "first"\n',
      "",
    ],
    [
      "adds to the top before the first header",
      { kind: "set", path: ["top"], value: [1] },
      "# t\n",
      "# t\ntop = [1]\n",
    ],
    [
      "removes a table with its headers and its comment",
      { kind: "remove", path: ["servers", "a"] },
      FILE.slice(FILE.indexOf("# about a"), FILE.indexOf("# about b")),
      "",
    ],
    [
      "gives a header to a map that had none",
      { kind: "set", path: ["servers", "on"], value: true },
      "h = 1\n",
      "h = 1\n\n[servers]\non = true\n",
    ],
    [
      "replaces a table where it stands",
      { kind: "set", path: ["servers", "a"], value: { url: "u" } },
      FILE.slice(FILE.indexOf("[servers.a]"), FILE.indexOf("\n# about b")),
      '[servers.a]\nurl = "u"\n',
    ],
  ])("%s", (_, change, before, after) => {
    expect(FILE).toContain(before);
    expect(edit(FILE, change)).toBe(FILE.replace(before, () => after));
  });

  it("leaves a header for a map whose last table goes", () => {
    expect(edit("[servers.a]\nx = 1\n", { kind: "remove", path: ["servers", "a"] })).toBe("[servers]\n");
    expect(edit("[servers]\n", { kind: "set", path: ["servers", "a"], value: { x: 1 } })).toBe(
      "[servers]\n\n[servers.a]\nx = 1\n",
    );
  });

  it("leaves an empty list for a list whose last table goes", () => {
    expect(edit("a = 1\n\n[[l]]\nx = 1\n", { kind: "remove", path: ["l", 0] })).toBe("a = 1\nl = []\n");
    expect(edit("[[l]]\nx = 1\n\n[z]\n", { kind: "remove", path: ["l", 0] })).toBe("l = []\n\n[z]\n");
  });

  it("leaves an empty map for dotted keys", () => {
    expect(edit("a.b = 1\nc = 1\n", { kind: "remove", path: ["a", "b"] })).toBe("c = 1\na = {}\n");
  });

  it("allows the last entry of the file to go", () => {
    expect(edit("# mine\n\na = 1\n", { kind: "remove", path: ["a"] })).toBe("# mine\n\n");
  });

  it("changes inline tables in place", () => {
    const text = "a = { b = 1, c.d = 2 } # x\n";
    expect(edit(text, { kind: "set", path: ["a", "e"], value: [1] })).toBe(
      "a = { b = 1, c.d = 2, e = [1] } # x\n",
    );
    expect(edit(text, { kind: "set", path: ["a", "c", "f"], value: 1 })).toBe(
      "a = { b = 1, c.d = 2, c.f = 1 } # x\n",
    );
    expect(edit(text, { kind: "set", path: ["a", "c", "d"], value: 3 })).toBe("a = { b = 1, c.d = 3 } # x\n");
    expect(edit(text, { kind: "remove", path: ["a", "b"] })).toBe("a = { c.d = 2 } # x\n");
    expect(edit("a = {}\n", { kind: "set", path: ["a", "b"], value: { c: "d" } })).toBe(
      'a = { b = { c = "d" } }\n',
    );
  });

  it("keeps a comment behind a block with the block, and one above a header with the header", () => {
    const text = "[s.a]\nx = 1\n# y = 2\n\n[z]\n";
    const change: Change = { kind: "set", path: ["s", "b"], value: { x: 1 } };
    expect(edit(text, change)).toBe("[s.a]\nx = 1\n# y = 2\n\n[s.b]\nx = 1\n\n[z]\n");
    expect(edit("[s.a]\nx = 1\n# about z\n[z]\n", change)).toBe(
      "[s.a]\nx = 1\n\n[s.b]\nx = 1\n\n# about z\n[z]\n",
    );
  });

  it("refuses what a list of tables cannot hold", () => {
    expect(() => edit(FILE, { kind: "append", path: ["list"], value: 1 })).toThrow(EditRefused);
    expect(() => edit(FILE, { kind: "set", path: ["list", 0], value: 1 })).toThrow(EditRefused);
  });

  it("refuses to pull dotted keys in braces apart", () => {
    expect(() => edit("a = { b.c = 1 }\n", { kind: "set", path: ["a", "b"], value: 1 })).toThrow(
      "spread over dotted keys",
    );
    expect(() => edit("a = { b.c = 1 }\n", { kind: "remove", path: ["a", "b", "c"] })).toThrow(EditRefused);
  });
});

describe("writing TOML", () => {
  it("writes a header for each nested map and each map of a list", () => {
    expect(stringify({ s: { a: { x: 1, env: { K: "v" } }, b: {} }, name: "n", l: [{ x: 1 }, {}] })).toBe(
      'name = "n"\n\n[s]\nb = {}\n\n[s.a]\nx = 1\n\n[s.a.env]\nK = "v"\n\n[[l]]\nx = 1\n\n[[l]]\n',
    );
  });

  it("refuses what TOML cannot hold", () => {
    expect(() => stringify(["a"])).toThrow("must hold a map");
    expect(() => stringify({ a: "\ud800" })).toThrow("not valid Unicode");
  });

  it("writes large whole numbers as floats", () => {
    expect(stringify({ a: 2 ** 63, b: 1e21, c: -0 })).toBe("a = 9.223372036854776e+18\nb = 1e+21\nc = 0\n");
  });
});
