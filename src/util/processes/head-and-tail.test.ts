import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HeadAndTail } from "./head-and-tail.ts";

const SIZES = { head: 10, tail: 10 };

function keep(chunks: readonly Buffer[], sizes = SIZES) {
  const kept = new HeadAndTail(sizes);
  for (const chunk of chunks) kept.push(chunk);
  return kept.read();
}

describe("head and tail of a stream", () => {
  it("are the whole of a short one", () => {
    expect(keep([Buffer.from("0123456789"), Buffer.from("abcdefghij")])).toEqual({
      text: "0123456789abcdefghij",
      head: "0123456789abcdefghij",
      totalBytes: 20,
      cutBytes: 0,
    });
  });

  it("say how much of a long one is missing between them", () => {
    expect(
      keep([Buffer.from("0123456789"), Buffer.from("x".repeat(1000)), Buffer.from("abcdefghij")]),
    ).toEqual({
      text: "0123456789\n[… 1000 bytes cut …]\nabcdefghij",
      head: "0123456789",
      totalBytes: 1020,
      cutBytes: 1000,
    });
  });

  it("do not depend on how it was cut into chunks, and count every byte", () => {
    const bytes = fc.uint8Array({ maxLength: 80 });
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 6 }), (parts) => {
        const chunks = parts.map((part) => Buffer.from(part));
        const whole = Buffer.concat(chunks);
        const kept = keep(chunks);
        expect(kept).toEqual(keep([whole]));
        expect(kept.totalBytes).toBe(whole.length);
        expect(kept.cutBytes > 0).toBe(whole.length > 20);
        expect(kept.cutBytes).toBeGreaterThanOrEqual(whole.length > 20 ? whole.length - 20 : 0);
      }),
    );
  });

  it("never end or begin with half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 21, maxLength: 60 }), (text) => {
        fc.pre(text.isWellFormed() && !text.includes("\uFFFD"));
        const { text: kept } = keep([Buffer.from(text)]);
        expect(kept).not.toContain("\uFFFD");
      }),
    );
  });

  it("keep only the head where no tail is wanted", () => {
    expect(keep([Buffer.from("0123456789abc")], { head: 10, tail: 0 }).text).toBe(
      "0123456789\n[… 3 bytes cut …]\n",
    );
  });
});
