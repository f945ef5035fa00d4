import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ToolDefinition } from "../types.ts";
import { fingerprintOf } from "./fingerprint.ts";

const tool: ToolDefinition = {
  name: "read",
  description: "Reads a file.",
  inputSchema: { type: "object", properties: { path: { type: "string" }, lines: { type: "integer" } } },
};

describe("fingerprintOf", () => {
  it("is the same for the same content in another order", () => {
    const properties = { lines: { type: "integer" }, path: { type: "string" } };
    const { name, description } = tool;
    expect(fingerprintOf({ inputSchema: { properties, type: "object" }, description, name })).toBe(
      fingerprintOf(tool),
    );
  });

  it.each<[string, Partial<ToolDefinition>]>([
    ["name", { name: "read2" }],
    ["title", { title: "Read" }],
    ["description", { description: "Reads a file. " }],
    ["hidden text", { description: "Reads a file.\u200b" }],
    ["input schema", { inputSchema: { type: "object" } }],
    ["output schema", { outputSchema: { type: "object" } }],
    ["annotations", { annotations: { readOnlyHint: true } }],
    ["lone surrogate", { description: "Reads a file.\ud800" }],
  ])("changes with the %s", (_what, change) => {
    expect(fingerprintOf({ ...tool, ...change })).not.toBe(fingerprintOf(tool));
  });

  it("keeps apart what UTF-8 cannot", () => {
    const [one, two] = ["\ud800", "\ud801"].map((description) => fingerprintOf({ ...tool, description }));
    expect(one).not.toBe(two);
  });

  it("does not change with what does not define the tool", () => {
    expect(fingerprintOf({ ...tool, _meta: { a: 1 }, icons: [] })).toBe(fingerprintOf(tool));
  });

  it("takes any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const withValue = { ...tool, inputSchema: { value } };
        expect(fingerprintOf(withValue)).toBe(
          fingerprintOf(JSON.parse(JSON.stringify(withValue)) as ToolDefinition),
        );
      }),
    );
  });
});
