import { describe, expect, it } from "vitest";
import { describeSchema } from "./describe-schema.ts";
import type { SchemaObject } from "./schema.ts";

describe("describeSchema", () => {
  it.each<[SchemaObject, string]>([
    [{ type: "string" }, "a string"],
    [{ type: "string", minLength: 1 }, "a string of at least 1 character"],
    [{ type: "string", minLength: 2, maxLength: 2 }, "a string of exactly 2 characters"],
    [{ type: "string", maxLength: 5, pattern: "^a" }, "a string of at most 5 characters that matches ^a"],
    [{ type: "string", format: "uri" }, "a URL"],
    [{ type: "number", exclusiveMinimum: 0 }, "a number above 0"],
    [{ type: "integer", minimum: 1, exclusiveMaximum: 9 }, "a whole number of at least 1 and below 9"],
    [{ type: "integer", multipleOf: 5 }, "a whole number, a multiple of 5"],
    [{ type: "boolean" }, "true or false"],
    [{ type: "null" }, "null"],
    [{ type: ["string", "null"] }, "a string or null"],
    [{ type: "array" }, "a list"],
    [{ type: "array", items: { type: "string" } }, "a list in which each is a string"],
    [
      { type: "array", minItems: 1, items: { type: "integer" } },
      "a list of at least 1 item, each a whole number",
    ],
    [{ type: "object", required: ["a", "b"] }, "an object with 'a' and 'b'"],
    [{ type: "object", minProperties: 1, maxProperties: 2 }, "an object of 1 to 2 properties"],
    [{ enum: ["a"] }, '"a"'],
    [{ enum: ["a", 1, null] }, 'one of "a", 1 or null'],
    [
      { enum: Array.from({ length: 30 }, (_, index) => index) },
      "one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 or 18 more",
    ],
    [{ anyOf: [{ type: "string" }, { anyOf: [{ type: "null" }, { type: "string" }] }] }, "a string or null"],
    [{ allOf: [{ type: "string" }, { minLength: 3 }] }, "a string and a string of at least 3 characters"],
    [{ minimum: 3 }, "a number of at least 3"],
    [{ $ref: "#/$defs/r0" }, "a number"],
    [{ $ref: "#/$defs/r1" }, "of another form"],
    [{}, "of another form"],
  ])("says of %j: %s", (schema, expected) => {
    const root = { $defs: { r0: { type: "number" }, r1: { $ref: "#/$defs/r1" } } };
    expect(describeSchema(schema, root)).toBe(expected);
  });
});
