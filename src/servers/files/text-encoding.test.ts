import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText, encodeText } from "./text-encoding.ts";

describe("text", () => {
  it("comes back as the same bytes, whatever they are", () => {
    const mark = fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]);
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.string({ unit: "grapheme" }).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(mark, bytes, (start, rest) => {
        const all = Buffer.from([...start, ...rest]);
        const decoded = decodeText(all);
        expect(decoded === undefined || encodeText(decoded).equals(all)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["an empty file", [], "utf-8"],
    ["ASCII", [0x61], "utf-8"],
    ["Latin letters", [0x67, 0xfc], "windows-1252"],
    ["every byte that a letter may have", [0x80, 0x81, 0x9f, 0xff], "windows-1252"],
    ["a NUL", [0x61, 0], undefined],
    ["control characters", [0xff, 0x01], undefined],
    ["UTF-16 that is none", [0xff, 0xfe, 0x00, 0xd8], undefined],
    ["UTF-16 with half a unit", [0xff, 0xfe, 0x61], undefined],
    ["a mark alone", [0xef, 0xbb, 0xbf], "utf-8"],
    ["a mark before something else", [0xef, 0xbb, 0xbf, 0xff], undefined],
  ])("is recognised: %s", (_what, bytes, encoding) => {
    expect(decodeText(Uint8Array.from(bytes))?.encoding).toBe(encoding);
  });
});
