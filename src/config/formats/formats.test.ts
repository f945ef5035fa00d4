/** What every format must do; one suite for all three. */
import { describe, expect, it } from "vitest";
import type { Change, ConfigFormat } from "./format.ts";
import { ConfigSyntaxError, EditRefused, MAX_DEPTH } from "./format.ts";
import { jsonFormat } from "./json.ts";
import type { ConfigValue } from "./node.ts";
import { nodeAt, plainValue } from "./node.ts";
import { emptyFile } from "./problems.ts";
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
        expect(() => format.parse(source)).toThrow(emptyFile());
      },
    );

    it("names both places of a key that is given twice", () => {
      const error = syntaxError(format, twice);
      expect(error.message).toContain('the key "a" is given twice');
      expect(error.message).toContain(`line ${twice.startsWith("{") ? 2 : 1}`);
      expect(error.at.offset).toBe(twice.lastIndexOf("a") - (twice.startsWith("{") ? 1 : 0));
    });

    it("refuses nesting beyond the limit, quickly and without an overflow", () => {
      expect(syntaxError(format, deep + "[".repeat(100_000)).message).toContain(`${MAX_DEPTH} levels`);
      expect(syntaxError(format, deep + "{a: ".repeat(100_000)).message).toMatch(
        /levels|key|expected|quotes/,
      );
    });

    it("reads nesting up to the limit", () => {
      const levels = MAX_DEPTH - (deep.length > 1 ? 1 : 0);
      const source = deep.slice(0, -1) + "[".repeat(levels) + "]".repeat(levels);
      expect(format.parse(source).kind).toBe(deep.length > 1 ? "map" : "list");
      const deeper = deep.slice(0, -1) + "[".repeat(levels + 1) + "]".repeat(levels + 1);
      expect(() => format.parse(deeper)).toThrow(ConfigSyntaxError);
    });

    it("throws nothing but ConfigSyntaxError for a file cut off anywhere", () => {
      for (let end = 0; end < text.length; end += 1) {
        const cut = text.slice(0, end);
        const error = end > 0 ? thrownBy(() => format.parse(cut)) : undefined;
        expect(error === undefined || error instanceof ConfigSyntaxError).toBe(true);
      }
    });
  });

  describe("writing", () => {
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
  });
});

function syntaxError(format: ConfigFormat, text: string): ConfigSyntaxError {
  try {
    format.parse(text);
  } catch (error) {
    if (error instanceof ConfigSyntaxError) return error;
    throw error;
  }
  throw new Error("no error");
}

function thrownBy(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}
