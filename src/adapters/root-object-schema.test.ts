import { describe, expect, it } from "vitest";
import { rootObjectSchema } from "./root-object-schema.ts";

const city = { type: "string", description: "A city" };
const zip = { type: "string", pattern: "^\\d+$" };

describe("a schema that providers accept", () => {
  it("stays the same object", () => {
    const schema = { type: "object", properties: { city: { anyOf: [city, zip] } }, required: ["city"] };
    expect(rootObjectSchema(schema)).toBe(schema);
  });

  it("gets properties when it has none", () => {
    expect(rootObjectSchema({ type: "object", additionalProperties: false })).toEqual({
      type: "object",
      additionalProperties: false,
      properties: {},
    });
  });
});

describe("a combination at the root", () => {
  it("that only says which fields go together leaves the properties alone", () => {
    const schema = {
      type: "object",
      description: "A place",
      properties: { city, zip, days: { type: "integer" } },
      required: ["days"],
      anyOf: [{ required: ["city"] }, { required: ["zip"] }],
    };
    expect(rootObjectSchema(schema)).toEqual({
      type: "object",
      description: "A place",
      properties: { city, zip, days: { type: "integer" } },
      required: ["days"],
    });
  });

  it.each(["anyOf", "oneOf"])("of %s becomes all properties, requiring what every branch requires", (key) => {
    const branch = (kind: string, more: object) => ({
      type: "object",
      properties: { kind: { const: kind }, ...more },
      required: ["kind", ...Object.keys(more)],
    });
    expect(rootObjectSchema({ [key]: [branch("city", { city }), branch("zip", { zip })] })).toEqual({
      type: "object",
      properties: { kind: { anyOf: [{ const: "city" }, { const: "zip" }] }, city, zip },
      required: ["kind"],
    });
  });

  it("of allOf becomes all properties, requiring what any part requires", () => {
    const parts = [
      { properties: { city }, required: ["city"] },
      { properties: { zip }, required: ["zip"] },
    ];
    expect(rootObjectSchema({ type: "object", allOf: parts })).toEqual({
      type: "object",
      properties: { city, zip },
      required: ["city", "zip"],
    });
  });

  it("is followed through local references, which stay for the properties that use them", () => {
    const $defs = { City: { type: "object", properties: { city: { $ref: "#/$defs/Name" } } }, Name: city };
    expect(rootObjectSchema({ $ref: "#/$defs/City", $defs })).toEqual({
      type: "object",
      properties: { city: { $ref: "#/$defs/Name" } },
      $defs,
    });
  });
});

describe("a schema from a careless or hostile server", () => {
  it("ends when references form a circle", () => {
    const $defs = { A: { anyOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/A" }], properties: { city } } };
    expect(rootObjectSchema({ $ref: "#/$defs/A", $defs })["properties"]).toEqual({ city });
  });

  it("ends soon when references fan out", () => {
    const many = Array.from({ length: 50 }, () => ({ $ref: "#/$defs/A" }));
    const schema = { $ref: "#/$defs/A", $defs: { A: { anyOf: many, properties: { city } } } };
    expect(rootObjectSchema(schema)["properties"]).toEqual({ city });
  });

  it("survives fields of the wrong type", () => {
    const schema = {
      type: ["object", "null"],
      anyOf: [null, 3, { properties: [], required: "x" }],
      not: {},
      enum: [1],
    };
    expect(rootObjectSchema(schema)).toEqual({ type: "object", properties: {} });
  });

  it("keeps a property named __proto__ as plain data", () => {
    const schema = JSON.parse('{"anyOf":[{"properties":{"__proto__":{"type":"string"}}}]}') as Record<
      string,
      unknown
    >;
    const { properties } = rootObjectSchema(schema);
    expect(Object.hasOwn(properties as object, "__proto__")).toBe(true);
    expect(Object.getPrototypeOf(properties)).toBe(Object.prototype);
  });
});
