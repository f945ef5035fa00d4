import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseResult } from "./normalise-result.ts";

describe("normaliseResult", () => {
  it("joins text, and names the rest with type and size", () => {
    const content = [
      { type: "text", text: "one" },
      { type: "image", mimeType: "image/png", data: "A".repeat(4000) },
      { type: "audio", mimeType: "audio/wav", data: "AAAA" },
      { type: "resource", resource: { uri: "file:///a", mimeType: "text/plain", text: "inside" } },
      { type: "resource", resource: { uri: "file:///b", blob: "AAAA" } },
      { type: "resource_link", uri: "file:///c", name: "c" },
      { type: "hologram", data: 1 },
    ];
    const result = normaliseResult({ content });
    expect(result.output).toBe(
      [
        "one",
        "[image image/png, 3.0 kB]",
        "[audio audio/wav, 3 bytes]",
        "[resource file:///a, text/plain, 6 bytes]\ninside",
        "[resource file:///b, 3 bytes]",
        "[resource file:///c]",
        "[hologram content]",
      ].join("\n"),
    );
    expect(result).toMatchObject({ outcome: "ok", error: undefined, content });
  });

  it("gives structured content as data, and as text where there is no other", () => {
    expect(normaliseResult({ content: [], structuredContent: { a: 1 } })).toMatchObject({
      data: { a: 1 },
      output: '{\n  "a": 1\n}',
    });
    expect(normaliseResult({ structuredContent: [1] })).toMatchObject({ outcome: "ok", data: [1] });
    expect(normaliseResult({ toolResult: "old" })).toMatchObject({ data: "old" });
    // The content of an empty file is an empty text; a failure must say something.
    const empty = { content: [{ type: "text", text: "" }], structuredContent: { size: 0 } };
    expect(normaliseResult(empty)).toMatchObject({ output: "", data: { size: 0 } });
    expect(normaliseResult({ ...empty, isError: true }).error).toContain("size");
  });

  it("turns isError into an error with the tool's words", () => {
    expect(normaliseResult({ content: [{ type: "text", text: "no" }], isError: true })).toMatchObject({
      outcome: "tool-error",
      error: "no",
    });
    expect(normaliseResult({ isError: true }).error).toBe("The tool failed without a message");
  });

  it.each([[null], ["text"], [[]], [undefined], [{ content: "x" }], [{ content: 5 }]])(
    "calls %j what it is",
    (answer) => {
      expect(normaliseResult(answer)).toMatchObject({ outcome: "protocol-error", error: expect.any(String) });
    },
  );

  it("never throws and always keeps the blocks that are objects", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.jsonValue(),
            fc.record({
              type: fc.constantFrom("text", "image", "resource", "audio"),
              text: fc.jsonValue(),
              data: fc.jsonValue(),
              resource: fc.jsonValue(),
            }),
          ),
        ),
        (content) => {
          const result = normaliseResult({ content });
          const objects = content.filter(
            (block) => typeof block === "object" && block !== null && !Array.isArray(block),
          );
          expect(result.content).toEqual(objects);
        },
      ),
    );
  });
});
