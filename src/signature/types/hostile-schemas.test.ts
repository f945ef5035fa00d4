/** Schemas that are made to hurt: whatever they hold, reading them ends soon, and what is written stays in its budget. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../types.ts";
import { problemWithType } from "../fixtures/parse-types.ts";
import { signatureOf, type Detail } from "../signature-of.ts";

const write = (inputSchema: JsonObject, detail: Detail = "line", more: JsonObject = {}) =>
  signatureOf({ server: "s", tool: "t", definition: { name: "t", inputSchema, ...more } }, { detail });

const parametersOf = (schema: JsonObject, detail: Detail = "line") =>
  write(schema, detail).signature.slice("device.SMCP.t(".length, -1);

const manyNames = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`name_${index}`, { type: "string" }]));

function nested(depth: number): JsonObject {
  let schema: JsonObject = { type: "string" };
  for (let level = 0; level < depth; level++) schema = { type: "object", properties: { inner: schema } };
  return schema;
}

function circle(): JsonObject {
  const schema: Record<string, unknown> = { type: "object" };
  schema["properties"] = { self: schema, list: { type: "array", items: schema } };
  schema["anyOf"] = [schema];
  return schema;
}

/** Each definition refers twice to the next: written out, it would have more parts than there are atoms. */
function doubling(levels: number): JsonObject {
  const entries = Array.from({ length: levels }, (_, level) => {
    const next = { $ref: `#/$defs/d${level + 1}` };
    return [`d${level}`, { type: "object", properties: { a: next, b: next } }];
  });
  return { type: "object", properties: { x: { $ref: "#/$defs/d0" } }, $defs: Object.fromEntries(entries) };
}

/** A very large object that is referred to from very many places. */
function wideAndShared(): JsonObject {
  const properties = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`p${index}`, { $ref: "#/$defs/wide" }]),
  );
  return {
    type: "object",
    properties,
    $defs: {
      wide: { type: "object", properties: manyNames(100_000), required: Object.keys(manyNames(100_000)) },
    },
  };
}

const HOSTILE: readonly (readonly [string, () => JsonObject])[] = [
  ["ten thousand properties", () => ({ type: "object", properties: manyNames(10_000) })],
  [
    "a million names required",
    () => ({ required: Array.from({ length: 1_000_000 }, (_, index) => `n${index}`), type: "object" }),
  ],
  ["very deep objects", () => nested(5000)],
  ["an object in itself", circle],
  ["references that double", () => doubling(200)],
  ["a large object referred to often", wideAndShared],
  [
    "a long chain of references",
    () => ({
      type: "object",
      properties: { x: { $ref: "#/$defs/r0" } },
      $defs: Object.fromEntries(
        Array.from({ length: 10_000 }, (_, index) => [`r${index}`, { $ref: `#/$defs/r${index + 1}` }]),
      ),
    }),
  ],
  [
    "an enum of a million",
    () => ({
      type: "object",
      properties: { x: { enum: Array.from({ length: 1_000_000 }, (_, index) => index) } },
    }),
  ],
  [
    "a long list and an anchor",
    () => ({
      type: "object",
      properties: { x: { $ref: "#nowhere" }, y: { enum: Array.from({ length: 300_000 }, () => ({})) } },
    }),
  ],
  [
    "a thousand alternatives of a thousand",
    () => {
      const alternatives = Array.from({ length: 1000 }, (_, index) => ({ const: `c${index}` }));
      return {
        type: "object",
        properties: { x: { anyOf: Array.from({ length: 1000 }, () => ({ oneOf: alternatives })) } },
      };
    },
  ],
  ["names as long as books", () => ({ type: "object", properties: { ["n".repeat(1_000_000)]: {}, ok: {} } })],
  [
    "texts as long as books",
    () => ({
      type: "object",
      description: "d".repeat(1_000_000),
      properties: {
        x: {
          description: " \n".repeat(1_000_000),
          default: "v".repeat(1_000_000),
          format: "f".repeat(1_000_000),
        },
      },
    }),
  ],
  [
    "a thousand long descriptions",
    () => ({
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 1000 }, (_, index) => [`p${index}`, { description: "long ".repeat(500) }]),
      ),
    }),
  ],
];

describe("a hostile schema", () => {
  it.each(HOSTILE)("keeps to its budget and parses: %s", (_title, make) => {
    const schema = make();
    const line = parametersOf(schema);
    const full = parametersOf(schema, "full");
    expect(line.length).toBeLessThanOrEqual(700);
    expect(full.length).toBeLessThanOrEqual(12_000);
    for (const text of [line, full]) expect(problemWithType(text)).toBeUndefined();
  });

  it("shows what is required before what is not, and says how much is left out", () => {
    const properties = { ...manyNames(10_000), needed: { type: "number" } };
    const text = parametersOf({ type: "object", properties, required: ["needed"] });
    expect(text).toContain("needed: number");
    expect(text).toMatch(/\[key: string\]: unknown \/\* 99\d\d more \*\/ }$/);
  });

  it("is left alone: nothing is added to a prototype, and nothing is taken from one", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"properties":{"polluted":{}}}}}',
    ) as JsonObject;
    expect(parametersOf(schema)).toBe("{ __proto__?: { polluted?: unknown } }");
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("a hostile text", () => {
  const TEXTS = [
    "*/ evil(); /*",
    "* / *\u0000/ *\u001b[0m/ evil()",
    "first\nsecond\r\nthird\u2028fourth\u2029fifth\u0085sixth",
    "\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u009b1A",
    "right\u202eto left\u2066 \u200bhidden\u{e0041}\u{e0042}",
    "`${evil()}` </script> <!-- -->",
    "\ud800 alone",
    "/",
    "*",
    "*\n/",
  ];
  const DANGEROUS = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

  it.each(TEXTS)("cannot leave its comment: %j", (text) => {
    const property = {
      type: "string",
      description: text,
      format: text,
      default: text,
      pattern: text,
      examples: [text],
    };
    const schema = { type: "object", properties: { x: property, y: { enum: [text], const: text } } };
    const { signature, text: whole } = write(schema, "full", { description: text, title: text });
    const asType = signature.slice("device.SMCP.t(".length, -1).replace(/ = "[^\n]*",\n/g, ",\n");
    expect(problemWithType(asType)).toBeUndefined();
    // The comment on top ends where the call begins.
    expect(whole.indexOf("*/\ndevice.SMCP.t(")).toBe(whole.indexOf("*/"));
    for (const line of whole.split("\n")) expect(line).not.toMatch(DANGEROUS);
  });

  it.each(TEXTS)("stays on its line: %j", (text) => {
    const schema = { type: "object", properties: { [text]: { default: text, enum: [text] } } };
    for (const detail of ["name", "line"] as const)
      expect(write(schema, detail, { description: text }).text).not.toMatch(DANGEROUS);
  });
});
