/** What every format must do; one suite for all three. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { treeOf, sameTree } from "./editing/tree-after.ts";
import type { Change, ConfigFormat } from "./format.ts";
import { ConfigSyntaxError, EditRefused, MAX_DEPTH } from "./format.ts";
import { jsonFormat } from "./json.ts";
import type { ConfigPath, ConfigValue } from "./node.ts";
import { nodeAt, plainValue } from "./node.ts";
import { tomlFormat } from "./toml.ts";
import { yamlFormat } from "./yaml.ts";

interface Sample {
  readonly format: ConfigFormat;
  readonly comment: string;
  /** The same content in each format, with comments. */
  readonly text: string;
  readonly twice: string;
  readonly deep: string;
}

const samples: Sample[] = [
  {
    format: jsonFormat,
    comment: "//",
    text: `// servers of the team
{
  "name": "box",

  // about the servers
  "servers": {
    "files": { "command": "npx", "args": ["-y", "files"] }, // local
    "web": {
      "url": "https://example.com/mcp", // remote
      "timeout": 30
    }
  }
}
`,
    twice: '{\n  "a": 1,\n  "b": 2,\n  "a": 3\n}\n',
    deep: "[",
  },
  {
    format: yamlFormat,
    comment: "#",
    text: `# servers of the team
name: box

# about the servers
servers:
  files: { command: npx, args: ["-y", files] } # local
  web:
    url: https://example.com/mcp # remote
    timeout: 30
`,
    twice: "a: 1\nb: 2\na: 3\n",
    deep: "[",
  },
  {
    format: tomlFormat,
    comment: "#",
    text: `# servers of the team
name = "box"

# about the servers
[servers]
files = { command = "npx", args = ["-y", "files"] } # local

[servers.web]
url = "https://example.com/mcp" # remote
timeout = 30
`,
    twice: "a = 1\nb = 2\na = 3\n",
    deep: "a = [",
  },
];

const content = {
  name: "box",
  servers: {
    files: { command: "npx", args: ["-y", "files"] },
    web: { url: "https://example.com/mcp", timeout: 30 },
  },
};

const key = fc
  .oneof(
    fc.string({ maxLength: 6 }),
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.constantFrom("a", "b.c", "<<", "1", ""),
  )
  .filter((name) => name !== "__proto__");
const scalar: fc.Arbitrary<ConfigValue> = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(
    "yes",
    "null",
    "~",
    "1e3",
    "0x1",
    " a ",
    "# no",
    "a: b",
    "two\nlines\n",
    "-",
    "---",
    "\u0000\u007f\u0085",
    "😀",
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
  fc.boolean(),
);
const { value, map } = fc.letrec<{ value: ConfigValue; map: { [key: string]: ConfigValue } }>((tie) => ({
  value: fc.oneof({ depthSize: "small" }, scalar, fc.array(tie("value"), { maxLength: 4 }), tie("map")),
  map: fc.dictionary(key, tie("value"), { maxKeys: 5, noNullPrototype: true }),
}));
const file = map.filter((generated) => Object.keys(generated).length > 0);

describe.each(samples)("$format.name", ({ format, comment, text, twice, deep }) => {
  const parsed = (source: string): unknown => plainValue(format.parse(source));

  describe("reading", () => {
    it("gives the content of a file", () => {
      expect(parsed(text)).toEqual(content);
    });

    it("gives the same for CRLF line endings, with the right lines", () => {
      const crlf = text.replaceAll("\n", "\r\n");
      expect(parsed(crlf)).toEqual(content);
      const line = text.slice(0, text.indexOf("timeout")).split("\n").length;
      expect(nodeAt(format.parse(crlf), ["servers", "web", "timeout"])?.at.line).toBe(line);
    });

    it("locates keys and values exactly", () => {
      const at = nodeAt(format.parse(text), ["servers", "web", "timeout"])?.at;
      const offset = text.indexOf("30");
      const column = offset - text.lastIndexOf("\n", offset);
      expect(at).toEqual({ line: text.slice(0, offset).split("\n").length, column, offset });
    });

    it.each(["", " \n\t\n", `${comment} only a comment\n`, `\r\n${comment} x`])(
      "calls %j an empty file",
      (source) => {
        expect(() => format.parse(source)).toThrow(new ConfigSyntaxError("the file is empty", START));
      },
    );

    it("names both places of a key that is given twice", () => {
      const error = syntaxError(format, twice);
      expect(error.message).toContain('the key "a" is given twice');
      expect(error.message).toContain(`line ${twice.startsWith("{") ? 2 : 1}`);
      expect(error.at.offset).toBe(twice.lastIndexOf("a") - (twice.startsWith("{") ? 1 : 0));
    });

    it("refuses nesting beyond the limit, quickly and without an overflow", () => {
      const start = performance.now();
      expect(syntaxError(format, deep + "[".repeat(100_000)).message).toContain(`${MAX_DEPTH} levels`);
      expect(syntaxError(format, deep + "{a: ".repeat(100_000)).message).toMatch(/levels|key|expected|word/);
      expect(performance.now() - start).toBeLessThan(1000);
    });

    it("reads nesting up to the limit", () => {
      const levels = MAX_DEPTH - (deep.length > 1 ? 1 : 0);
      const source = deep.slice(0, -1) + "[".repeat(levels) + "]".repeat(levels);
      expect(format.parse(source).kind).toBe(deep.length > 1 ? "map" : "list");
      const deeper = deep.slice(0, -1) + "[".repeat(levels + 1) + "]".repeat(levels + 1);
      expect(() => format.parse(deeper)).toThrow(ConfigSyntaxError);
    });

    it("throws nothing but ConfigSyntaxError for a file cut off anywhere", () => {
      for (let end = 0; end < text.length; end += 1) expectReadable(format, text.slice(0, end));
    });

    it("throws nothing but ConfigSyntaxError for any text", () => {
      const piece = fc.oneof(
        fc.constantFrom(
          ..."[]{}:,#-?&*!|>'\"%@`=./\\ \n\t\r\u0000\ufeff0a",
          "<<",
          "'''",
          '"""',
          "- ",
          ": ",
          "&a",
          "*a",
          "__proto__",
        ),
        fc.string({ unit: "binary", maxLength: 3 }),
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => expectReadable(format, pieces.join(""))),
        { numRuns: 1500 },
      );
    });
  });

  describe("writing", () => {
    it("writes any value so that it is read back equal", () => {
      fc.assert(
        fc.property(file, (generated) => {
          expect(sameTree(format.parse(format.stringify(generated)), treeOf(generated))).toBe(true);
        }),
        { numRuns: 400 },
      );
    });

    it("refuses numbers that are not finite and the key __proto__", () => {
      expect(() => format.stringify({ a: [Number.NaN] })).toThrow(EditRefused);
      expect(() => format.stringify(JSON.parse('{"__proto__": 1}') as ConfigValue)).toThrow(EditRefused);
    });

    it("reads __proto__ as a key like any other", () => {
      const source = format.stringify({ __prot__: { x: 1 } }).replaceAll("__prot__", "__proto__");
      expect(Object.keys(parsed(source) as object)).toEqual(["__proto__"]);
    });
  });

  describe("editing", () => {
    it("changes nothing when the value is there already", () => {
      const change: Change = {
        kind: "set",
        path: ["servers"],
        value: { web: content.servers.web, files: content.servers.files },
      };
      expect(format.edit(text, change)).toBe(text);
    });

    it("replaces one value and leaves every other byte alone", () => {
      expect(format.edit(text, { kind: "set", path: ["servers", "web", "timeout"], value: 60 })).toBe(
        text.replace("30", "60"),
      );
    });

    it("keeps CRLF and a missing last line ending", () => {
      const source = text.replaceAll("\n", "\r\n").trimEnd();
      const result = format.edit(source, { kind: "set", path: ["servers", "new", "command"], value: "x" });
      expect(result.replaceAll("\r\n", "")).not.toContain("\n");
      expect(result).toMatch(/\S$/);
      expect(parsed(result)).toEqual({ ...content, servers: { ...content.servers, new: { command: "x" } } });
    });

    it("removes an entry and adds it again", () => {
      const without = format.edit(text, { kind: "remove", path: ["servers", "files"] });
      expect(without).not.toContain("files");
      expect(without).toContain("about the servers");
      const { files } = content.servers;
      expect(parsed(format.edit(without, { kind: "set", path: ["servers", "files"], value: files }))).toEqual(
        content,
      );
    });

    it("leaves an empty map when the last entry goes, and fills it again", () => {
      let result = text;
      for (const name of ["files", "web"])
        result = format.edit(result, { kind: "remove", path: ["servers", name] });
      expect(parsed(result)).toEqual({ name: "box", servers: {} });
      for (const [name, server] of Object.entries(content.servers)) {
        result = format.edit(result, { kind: "set", path: ["servers", name], value: server });
      }
      expect(parsed(result)).toEqual(content);
      expect(result).toContain("about the servers");
    });

    it("empties and fills a list", () => {
      const path = ["servers", "files", "args"];
      let result = text;
      for (const index of [1, 0]) result = format.edit(result, { kind: "remove", path: [...path, index] });
      expect(nodeAt(format.parse(result), path)).toMatchObject({ kind: "list", items: [] });
      for (const item of content.servers.files.args)
        result = format.edit(result, { kind: "append", path, value: item });
      expect(result).toBe(
        text.replace(/\["-y", "?files"?\]/, (list) => (format.name === "yaml" ? "[-y, files]" : list)),
      );
    });

    it("creates the maps and lists that are missing on the way", () => {
      const result = format.edit(text, { kind: "append", path: ["policy", "deny", "tools"], value: "rm" });
      expect(parsed(result)).toEqual({ ...content, policy: { deny: { tools: ["rm"] } } });
      expect(result.startsWith(text.slice(0, text.indexOf("timeout")))).toBe(true);
    });

    it("starts an empty file below its comments", () => {
      const result = format.edit(`${comment} mine`, { kind: "set", path: ["a", "b"], value: 1 });
      expect(result).toMatch(/mine\n/);
      expect(parsed(result)).toEqual({ a: { b: 1 } });
    });

    it.each<[string, Change]>([
      ["a path through a single value", { kind: "set", path: ["name", "x"], value: 1 }],
      ["a key in a list", { kind: "set", path: ["servers", "files", "args", "x"], value: 1 }],
      ["an index in a map", { kind: "set", path: ["servers", 0], value: 1 }],
      ["an index beyond the end of a list", { kind: "set", path: ["servers", "files", "args", 3], value: 1 }],
      ["something to remove that is not there", { kind: "remove", path: ["servers", "none"] }],
      ["an append to what is no list", { kind: "append", path: ["name"], value: 1 }],
      ["__proto__ in the path", { kind: "set", path: ["__proto__", "x"], value: 1 }],
      ["the whole file", { kind: "remove", path: [] }],
    ])("refuses %s", (_, change) => {
      expect(() => format.edit(text, change)).toThrow(EditRefused);
    });

    it("says of a broken file that it is broken", () => {
      expect(() => format.edit(twice, { kind: "set", path: ["x"], value: 1 })).toThrow(ConfigSyntaxError);
    });

    it("makes any changes to any file say what they should, and nothing else", () => {
      fc.assert(
        fc.property(file, fc.array(changeSeed, { minLength: 1, maxLength: 4 }), (generated, seeds) => {
          let source = format.stringify(generated);
          let expected: ConfigValue = generated;
          for (const seed of seeds) {
            const change = pickChange(expected, seed);
            if (format.name === "toml" && Object.keys(expected).length === 0) return;
            const result = editUnlessTables(format, source, change);
            if (result === undefined) return;
            source = result;
            expected = applied(expected, change, 0);
            const isEmpty = format.name === "toml" && Object.keys(expected).length === 0;
            if (!isEmpty) expect(sameTree(format.parse(source), treeOf(expected))).toBe(true);
          }
        }),
        { numRuns: 400 },
      );
    });

    it("keeps every comment and every other line when single values change", () => {
      fc.assert(
        fc.property(
          file,
          changeSeed,
          fc.array(fc.nat(4), { minLength: 1, maxLength: 8 }),
          (generated, seed, gaps) => {
            const change = pickChange(generated, { ...seed, onlyLeaves: true });
            const source = commented(format, generated, { comment, gaps });
            const result = editUnlessTables(format, source, change);
            if (result === undefined) return;
            const notes = (from: string): string[] => from.match(/(?:note|mark) \d+$/gm) ?? [];
            const lostNotes = notes(source).filter((note) => !notes(result).includes(note));
            // The comment on the line of a removed entry goes with it; nothing else does.
            expect(lostNotes.length).toBeLessThanOrEqual(change.kind === "remove" ? 1 : 0);
            expect(lostNotes.filter((note) => note.startsWith("note"))).toEqual([]);
            const [before, after] = [linesOf(source), linesOf(result)];
            // The line itself, and in JSON the lines around it: a comma before it, or both brackets of an empty map.
            expect(before.length - commonLines(before, after)).toBeLessThanOrEqual(
              format.name === "json" ? 3 : 2,
            );
          },
        ),
        { numRuns: 400 },
      );
    });
  });
});

const START = { line: 1, column: 1, offset: 0 };

function syntaxError(format: ConfigFormat, text: string): ConfigSyntaxError {
  try {
    format.parse(text);
  } catch (error) {
    if (error instanceof ConfigSyntaxError) return error;
    throw error;
  }
  throw new Error("no error");
}

function expectReadable(format: ConfigFormat, text: string): void {
  try {
    format.parse(text);
  } catch (error) {
    if (!(error instanceof ConfigSyntaxError)) throw error;
    expect(error.message).not.toBe("");
    expect(error.message).not.toContain("cannot be read as");
    expect(error.at.offset).toBeLessThanOrEqual(text.length);
  }
}

interface ChangeSeed {
  readonly kind: "set" | "append" | "remove";
  readonly at: number;
  readonly key: string;
  readonly value: ConfigValue;
  readonly onlyLeaves?: boolean;
}

const changeSeed: fc.Arbitrary<ChangeSeed> = fc.record({
  kind: fc.constantFrom("set", "append", "remove"),
  at: fc.nat(),
  key,
  value,
});

/** A change that makes sense for this content: at one of its paths, or at a new key of one of its maps. */
function pickChange(root: ConfigValue, seed: ChangeSeed): Change {
  const all = pathsOf(root);
  const isLeaf = (path: ConfigPath): boolean =>
    Object.keys(at(root, path) as object).length === 0 || typeof at(root, path) !== "object";
  const paths = all.filter((path) => path.length > 0 && (seed.onlyLeaves !== true || isLeaf(path)));
  const path = paths[seed.at % paths.length];
  const maps = all.filter((candidate) => isPlainMap(at(root, candidate)));
  const fresh = [...(maps[seed.at % maps.length] ?? []), `new ${seed.key}`];
  if (seed.kind === "remove" && path !== undefined) return { kind: "remove", path };
  const lists = all.filter((candidate) => Array.isArray(at(root, candidate)));
  if (seed.kind === "append") {
    const list = lists[seed.at % Math.max(1, lists.length)];
    return { kind: "append", path: list ?? fresh, value: seed.value };
  }
  return { kind: "set", path: path !== undefined && seed.at % 2 === 0 ? path : fresh, value: seed.value };
}

function pathsOf(root: ConfigValue, path: ConfigPath = []): ConfigPath[] {
  if (typeof root !== "object") return [path];
  const isList = Array.isArray(root);
  return [
    path,
    ...Object.entries(root).flatMap(([step, item]) =>
      pathsOf(item as ConfigValue, [...path, isList ? Number(step) : step]),
    ),
  ];
}

function at(root: ConfigValue, path: ConfigPath): ConfigValue {
  return path.reduce<ConfigValue>(
    (inner, step) => (inner as Record<string | number, ConfigValue>)[step] as ConfigValue,
    root,
  );
}

function isPlainMap(candidate: ConfigValue): boolean {
  return typeof candidate === "object" && !Array.isArray(candidate);
}

/** The content after the change, written a second time and simply, for objects. */
function applied(root: ConfigValue, change: Change, depth: number): ConfigValue {
  const step = change.path[depth];
  if (step === undefined) {
    if (change.kind === "append") return [...((root as ConfigValue[] | undefined) ?? []), change.value];
    return change.kind === "set" ? change.value : root;
  }
  const isLast = depth === change.path.length - 1;
  if (Array.isArray(root)) {
    const items: ConfigValue[] = [...root];
    if (isLast && change.kind === "remove") items.splice(Number(step), 1);
    else items[Number(step)] = applied(items[Number(step)] as ConfigValue, change, depth + 1);
    return items;
  }
  const entries = { ...(root as Record<string, ConfigValue>) };
  if (isLast && change.kind === "remove") delete entries[step];
  else entries[step] = applied(entries[step] as ConfigValue, change, depth + 1);
  return entries;
}

/** The edited text; undefined where TOML's lists of tables cannot hold the value. Any other refusal is a defect. */
function editUnlessTables(format: ConfigFormat, source: string, change: Change): string | undefined {
  try {
    return format.edit(source, change);
  } catch (error) {
    if (format.name === "toml" && error instanceof EditRefused && error.message.includes("list of tables"))
      return undefined;
    throw error;
  }
}

/** A file with comments between and behind its lines; a blank line keeps each from belonging to the line below it. */
function commented(
  format: ConfigFormat,
  root: ConfigValue,
  { comment, gaps }: { comment: string; gaps: number[] },
): string {
  const lines = format.stringify(root).trimEnd().split("\n");
  return lines
    .map((line, index) => {
      const gap = gaps[index % gaps.length];
      const above = gap === 0 ? `  ${comment} note ${index}\n\n` : "";
      const behind = gap === 1 && line !== "" ? ` ${comment} mark ${index}` : "";
      return `${above}${line}${behind}\n`;
    })
    .join("");
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** How many lines two texts have in common, in the same order. */
function commonLines(left: readonly string[], right: readonly string[]): number {
  let row = right.map(() => 0);
  for (const line of left) {
    const next: number[] = [];
    right.forEach((other, index) => {
      const longest = Math.max(row[index] ?? 0, next[index - 1] ?? 0);
      next.push(line === other ? Math.max(longest, (row[index - 1] ?? 0) + 1) : longest);
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}
