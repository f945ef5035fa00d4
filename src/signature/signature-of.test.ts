import { describe, expect, it } from "vitest";
import type { JsonObject } from "../types.ts";
import { definitionOf, snapshotOf } from "./fixtures/snapshots.ts";
import { codeNameTable } from "./names/code-name-table.ts";
import { learnShape } from "./shapes/learn-shape.ts";
import { signatureOf, type SignatureOptions } from "./signature-of.ts";

const SEARCH = definitionOf("search", {
  description: "Searches the web. It knows\nall of it.",
  inputSchema: {
    type: "object",
    properties: {
      query: { type: "string", description: "What to look for", minLength: 1, maxLength: 400 },
      count: { type: "integer", minimum: 1, maximum: 20, default: 10 },
      freshness: { type: "string", enum: ["day", "week"], description: "How old\nit may be" },
    },
    required: ["query"],
  },
});
const write = (options: SignatureOptions, more: JsonObject = {}) =>
  signatureOf({ server: "brave-search", tool: "search", definition: { ...SEARCH, ...more } }, options);

const OUTPUT = {
  outputSchema: {
    type: "object",
    properties: { links: { type: "array", items: { type: "string", format: "uri" } } },
    required: ["links"],
  },
};

describe("a signature", () => {
  it("is the tool and its first sentence at the level name", () => {
    expect(write({ detail: "name" }).text).toBe("BraveSearchMCP.search: Searches the web.");
  });

  it("is one line with parameters, defaults and the first sentence at the level line", () => {
    const { signature, description, text } = write({ detail: "line" });
    expect(signature).toBe(
      'device.BraveSearchMCP.search({ query: string, count?: number = 10, freshness?: "day" | "week" })',
    );
    expect(description).toBe("Searches the web.");
    expect(text).toBe(`${signature} // Searches the web.`);
  });

  it("is everything that the tool says of itself at the level full", () => {
    expect(write({ detail: "full" }, OUTPUT).text).toBe(
      [
        "/**",
        " * Searches the web. It knows",
        " * all of it.",
        " */",
        "device.BraveSearchMCP.search({",
        "  /** What to look for (1–400 characters) */",
        "  query: string,",
        "  /** integer; 1–20 */",
        "  count?: number = 10,",
        "  /**",
        "   * How old",
        "   * it may be",
        "   */",
        '  freshness?: "day" | "week",',
        "}): Promise<{ links: string[] }>",
      ].join("\n"),
    );
  });

  it("puts comments in objects in objects at their place, and says at the level full what is open", () => {
    const inner = {
      type: "object",
      properties: { a: { type: "string", description: "An a" } },
      additionalProperties: true,
    };
    const inputSchema = { type: "object", properties: { list: { type: "array", items: inner } } };
    expect(write({ detail: "line" }, { inputSchema }).signature).toBe(
      "device.BraveSearchMCP.search({ list?: { a?: string }[] })",
    );
    expect(write({ detail: "full" }, { inputSchema }).signature).toBe(
      [
        "device.BraveSearchMCP.search({",
        "  list?: {",
        "    /** An a */",
        "    a?: string,",
        "    [key: string]: unknown,",
        "  }[],",
        "})",
      ].join("\n"),
    );
  });

  it("says what it returns where the server promises it", () => {
    expect(write({ detail: "line" }, OUTPUT).signature).toMatch(/\): Promise<\{ links: string\[\] \}>$/);
  });

  it("says what was seen where the server promises nothing, and that it was seen", () => {
    const shape = learnShape(undefined, { links: ["a"] });
    const { text, isSeen } = write({ detail: "line", shape });
    expect(text).toMatch(/\): Promise<\{ links: string\[\] \}> \/\/ as seen; Searches the web\.$/);
    expect(isSeen).toBe(true);
    expect(write({ detail: "full", shape }).text).toMatch(
      /\): Promise<\{ links: string\[\] \}> \/\/ as seen$/,
    );
    expect(write({ detail: "line", shape }, OUTPUT).isSeen).toBe(false);
  });

  it("has a title for a tool without a description, and nothing for one without either", () => {
    const bare = { server: "s", tool: "t", definition: definitionOf("t", { title: "A title" }) };
    expect(signatureOf(bare, { detail: "line" }).text).toBe("device.SMCP.t() // A title");
    const silent = { ...bare, definition: definitionOf("t") };
    expect(signatureOf(silent, { detail: "line" }).text).toBe("device.SMCP.t()");
    expect(signatureOf(silent, { detail: "full" }).text).toBe("device.SMCP.t()");
    expect(signatureOf(silent, { detail: "name" }).text).toBe("SMCP.t");
  });

  it("has the name that the catalog gives", () => {
    const snapshot = snapshotOf({ "a-b": ["get-it"], a_b: ["get-it"] });
    const names = codeNameTable(snapshot);
    for (const tool of snapshot.tools)
      expect(signatureOf(tool, { detail: "line", names }).text).toMatch(
        /^device\.ABMCP_[0-9a-f]{6}\.getIt\(\)$/,
      );
  });

  it("says which parameters are needed together", () => {
    const inputSchema = {
      type: "object",
      properties: { id: { type: "string" }, name: { type: "string" } },
      anyOf: [{ required: ["id"] }, { required: ["name"] }],
    };
    expect(write({ detail: "full" }, { inputSchema }).text).toContain("(needs id, or name)");
  });

  it.each([
    [{ type: "number", exclusiveMinimum: 0, maximum: 1 }, "> 0, ≤ 1"],
    [{ type: "number", minimum: 0, exclusiveMinimum: true }, "> 0"],
    [{ type: "array", items: {}, minItems: 1, uniqueItems: true }, "at least 1 item; no repeats"],
    [
      { type: "string", format: "date-time", examples: ["2024-01-01"] },
      'format: date-time; for example "2024-01-01"',
    ],
    [{ type: "string", pattern: "^a*/b$" }, String.raw`pattern: ^a*\/b$`],
    [{ anyOf: [{ type: "integer", maximum: 9 }, { type: "null" }] }, "integer; ≤ 9"],
    [{ type: "string", contentEncoding: "base64", deprecated: true }, "base64; deprecated"],
  ])("says at the level full what a type cannot: %j", (schema, expected) => {
    const inputSchema = { type: "object", properties: { x: schema } };
    expect(write({ detail: "full" }, { inputSchema }).text).toContain(`/** ${expected} */`);
  });
});
