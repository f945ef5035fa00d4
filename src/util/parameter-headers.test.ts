import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argumentText, decodeHeaderText, encodeHeaderText, parameterHeadersOf } from "./parameter-headers.ts";

const property = (header: unknown, type = "string") => ({ type, "x-mcp-header": header });
const schema = (properties: object) => ({ type: "object", properties });

describe("arguments that are repeated in headers", () => {
  it("are found at any depth of properties", () => {
    const nested = schema({
      a: property("Region"),
      b: { type: "object", properties: { c: property("Zone", "integer") } },
    });
    expect(parameterHeadersOf(nested)).toEqual({
      kind: "sound",
      headers: [
        { path: ["a"], header: "Region" },
        { path: ["b", "c"], header: "Zone" },
      ],
    });
  });

  it.each([
    ["an empty name", schema({ a: property("") })],
    ["a name that is no token", schema({ a: property("two words") })],
    ["a name with a line break", schema({ a: property("x\r\ny") })],
    ["a value that is a number with a fraction", schema({ a: property("A", "number") })],
    ["a value that is an object", schema({ a: property("A", "object") })],
    ["the same name twice, in any case", schema({ a: property("Region"), b: property("REGION") })],
    ["a place that not every call has", schema({ a: { type: "array", items: property("A") } })],
    ["a place behind an alternative", { anyOf: [schema({ a: property("A") })] }],
  ])("are refused with %s", (_what, broken) => {
    expect(parameterHeadersOf(broken).kind).toBe("broken");
  });

  it("are not looked for in values", () => {
    expect(parameterHeadersOf(schema({ a: { default: { "x-mcp-header": "" } } })).kind).toBe("sound");
  });

  it("come back from a header as they were, whatever they hold", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const whole = text.isWellFormed() ? text : "";
        const header = encodeHeaderText(whole);
        expect(header).toMatch(/^[\x20-\x7e\t]+$/);
        expect(decodeHeaderText(header)).toBe(whole);
      }),
    );
  });

  it("are left out when there is no value", () => {
    expect(argumentText({ a: null }, ["a"])).toBeUndefined();
    expect(argumentText({ a: { b: true } }, ["a", "b"])).toBe("true");
    expect(argumentText({}, ["constructor", "name"])).toBeUndefined();
  });
});
