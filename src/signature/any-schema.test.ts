/** Random schemas, sensible ones and nonsense: the signature is always TypeScript, on one line, within its budget. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonObject } from "../types.ts";
import { codeIn, problemWithType } from "./fixtures/parse-types.ts";
import { definitionOf, snapshotOf } from "./fixtures/snapshots.ts";
import { declarationsOf } from "./declarations-of.ts";
import { PROGRAM_GLOBALS } from "./program-globals.ts";
import { signatureOf } from "./signature-of.ts";
import { fitType } from "./types/fit-type.ts";
import { readSchema } from "./types/read-schema.ts";

const text = fc.oneof(
  fc.constantFrom(
    "a",
    "b-c",
    "__proto__",
    "*/",
    "\n",
    "\u001b[2J",
    "\u2028",
    '"',
    "'",
    "`",
    "\\",
    "${x}",
    "",
    "1",
    "new",
    "// x",
    "= 1",
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const type = fc.constantFrom("string", "number", "integer", "boolean", "null", "object", "array", "any", "");

const value = fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 3 }));

/** A few keywords each, so that most schemas are small and some are strange. */
const { schema } = fc.letrec<{ schema: JsonObject; node: JsonObject; list: unknown[]; map: JsonObject }>(
  (tie) => {
    const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
      type: fc.oneof(type, fc.array(type, { maxLength: 3 })),
      properties: tie("map"),
      required: fc.array(text, { maxLength: 3 }),
      additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
      patternProperties: tie("map"),
      items: fc.oneof(tie("schema"), tie("list")),
      prefixItems: tie("list"),
      anyOf: tie("list"),
      oneOf: tie("list"),
      allOf: tie("list"),
      $ref: fc.oneof(fc.constantFrom("#", "#/properties/a", "#/$defs/a", "#/$defs/b-c", "#a"), text),
      $defs: tie("map"),
      $anchor: text,
      enum: fc.array(fc.oneof(value, fc.constant({})), { maxLength: 4 }),
      const: value,
      default: value,
      nullable: fc.boolean(),
      description: text,
      format: text,
      pattern: text,
      minimum: fc.double(),
      examples: fc.array(text, { maxLength: 2 }),
    };
    const entry = fc.oneof(
      ...Object.entries(keywords).map(([keyword, arbitrary]) =>
        arbitrary.map((given): [string, unknown] => [keyword, given]),
      ),
    );
    return {
      list: fc.array(tie("schema"), { maxLength: 3 }),
      map: fc.dictionary(text, tie("schema"), { maxKeys: 4 }),
      node: fc.array(entry, { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
      schema: fc.oneof({ maxDepth: 4, depthIdentifier: "schema" }, fc.record({ type }), tie("node")),
    };
  },
);

/** Anything that is JSON, under words that mean something. */
const nonsense = fc.dictionary(
  fc.constantFrom(
    "type",
    "properties",
    "items",
    "enum",
    "required",
    "anyOf",
    "$ref",
    "default",
    "description",
  ),
  fc.jsonValue({ maxDepth: 3 }),
) as fc.Arbitrary<JsonObject>;

const anySchema = fc.oneof({ arbitrary: schema, weight: 4 }, { arbitrary: nonsense, weight: 1 });

const STYLE = { maxUnionChars: 200, showsOpen: true, defaults: "comment", maxChars: 2000 } as const;

it("always reads a type that TypeScript parses, at every depth and with every comment", () => {
  fc.assert(
    fc.property(anySchema, fc.nat(6), fc.boolean(), (given, depth, hasDocs) => {
      const docs = hasDocs ? { indent: "  ", maxChars: 100 } : undefined;
      const written = fitType(readSchema(given), { ...STYLE, depth, docs, object: "object" });
      expect(written.length).toBeLessThanOrEqual(2000);
      expect(problemWithType(written)).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});

it("always writes a line that is a line", () => {
  fc.assert(
    fc.property(anySchema, text, text, (inputSchema, description, name) => {
      const tool = {
        server: name,
        tool: name,
        definition: definitionOf(name, { inputSchema, description, outputSchema: inputSchema }),
      };
      for (const detail of ["name", "line"] as const)
        expect(signatureOf(tool, { detail }).text).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
      expect(signatureOf(tool, { detail: "full" }).text).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\u2028\u2029]/u);
    }),
    { numRuns: 500 },
  );
});

it("always declares a catalog that parses, and nothing but types", () => {
  const anyTool = fc.record({
    name: text,
    description: text,
    inputSchema: anySchema,
    outputSchema: anySchema,
  });
  fc.assert(
    fc.property(
      fc.dictionary(text, fc.array(anyTool, { maxLength: 4 }), { maxKeys: 4 }),
      text,
      (servers, about) => {
        const declarations = declarationsOf(snapshotOf(servers), { describe: () => about }).replace(
          PROGRAM_GLOBALS,
          "",
        );
        const [, afterHead = ""] =
          declarations.split("*/\n", 2).length === 2
            ? ["", declarations.slice(declarations.indexOf("*/\n") + 3)]
            : [];
        expect(codeIn(afterHead)).toBe("");
      },
    ),
    { numRuns: 150 },
  );
});
