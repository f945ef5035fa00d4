import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineFramer, type OversizeLine } from "./line-framing.ts";

const LIMIT = 1024 * 1024;

describe("line framing", () => {
  test("any chunking of any lines gives the same lines", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("", "\r", "\uFEFF", "{}", "日本語", "\u2028"),
    );
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 20 })), (given, sizes) => {
        const lines = given.map((text) => text.replaceAll("\n", "").toWellFormed());
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""));
        expect(frame(cut(bytes, sizes))).toEqual(frame([bytes]));
        const expected = lines.map((text) => text.replace(/\r$/, ""));
        if (expected[0] !== undefined) expected[0] = expected[0].replace(/^\uFEFF/, "");
        expect(frame([bytes])).toEqual(expected.filter((text) => text !== ""));
      }),
    );
  });

  test("a byte order mark is dropped at the start only, also when it is split", () => {
    const bytes = Buffer.from("\uFEFFone\r\n\r\n\n\uFEFFtwo\n");
    expect(frame([...bytes].map((byte) => Buffer.of(byte)))).toEqual(["one", "\uFEFFtwo"]);
  });

  test("bytes that are not UTF-8 become replacement characters of that line only", () => {
    expect(frame([Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x0a])])).toEqual(["a\uFFFD", "b"]);
  });

  test("what stands after the last line break is kept until asked for", () => {
    const framer = new LineFramer({ maxBytes: LIMIT });
    framer.push(Buffer.from("one\ntwo"));
    expect([framer.next(), framer.next(), framer.rest(), framer.rest()]).toEqual([
      "one",
      undefined,
      "two",
      undefined,
    ]);
  });

  test("a line past the limit is handed out as its size, beginning and end, and the next line is intact", () => {
    const long = `start${"x".repeat(3000)}end`;
    for (const size of [1, 7, 100, 5000]) {
      const lines = frame(cut(Buffer.from(`a\n${long}\nb\n`), [size]), 1000);
      expect(lines).toHaveLength(3);
      expect(lines[0]).toBe("a");
      expect(lines[1]).toMatchObject({ bytes: long.length, isComplete: true });
      const { head, tail } = lines[1] as OversizeLine;
      expect(head.startsWith("startxxx")).toBe(true);
      expect(tail.endsWith("xxxend")).toBe(true);
      expect(lines[2]).toBe("b");
    }
  });

  test("a line of exactly the limit passes", () => {
    expect(frame([Buffer.from(`${"x".repeat(1000)}\n`)], 1000)).toEqual(["x".repeat(1000)]);
    expect(frame(cut(Buffer.from(`${"x".repeat(1000)}\n`), [3]), 1000)).toEqual(["x".repeat(1000)]);
  });

  test("an endless line is given up at four times the limit", () => {
    const framer = new LineFramer({ maxBytes: 1000 });
    for (let pushed = 0; pushed <= 4000; pushed += 500) framer.push(Buffer.alloc(500, "x"));
    expect(framer.next()).toMatchObject({ isComplete: false, bytes: 4500 });
  });

  test("each byte of a long line is copied at most twice, however small the chunks", () => {
    for (const [bytes, chunk] of [
      [8_000_000, 65_536],
      [400_000, 1],
    ] as const) {
      const copied = countCopied(() => {
        const framer = new LineFramer({ maxBytes: LIMIT * 64 });
        const piece = Buffer.alloc(chunk, "x");
        for (let pushed = 0; pushed < bytes; pushed += chunk) {
          framer.push(piece);
          framer.next();
        }
        framer.push(Buffer.from("\n"));
        expect(framer.next()).toHaveLength(Math.ceil(bytes / chunk) * chunk);
      });
      expect(copied).toBeLessThanOrEqual(bytes * 2 + 1_000_000);
    }
  });
});

function frame(chunks: readonly Buffer[], maxBytes = LIMIT): (string | OversizeLine)[] {
  const framer = new LineFramer({ maxBytes });
  const lines: (string | OversizeLine)[] = [];
  for (const chunk of chunks) {
    framer.push(chunk);
    for (let line = framer.next(); line !== undefined; line = framer.next()) lines.push(line);
  }
  const rest = framer.rest();
  return rest === undefined ? lines : [...lines, rest];
}

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let start = 0, index = 0; start < bytes.length; index += 1) {
    const size = sizes[index % Math.max(sizes.length, 1)] ?? bytes.length;
    chunks.push(bytes.subarray(start, start + size));
    start += size;
  }
  return chunks;
}

/** Counts the bytes that pass through the two ways in which the framer copies. */
function countCopied(run: () => void): number {
  let copied = 0;
  const concat = Buffer.concat.bind(Buffer);
  const { copy } = Buffer.prototype;
  Buffer.concat = (list, total) => {
    copied += total ?? 0;
    return concat(list, total);
  };
  Buffer.prototype.copy = function counting(this: Buffer, ...given: Parameters<typeof copy>) {
    copied += this.length;
    return copy.apply(this, given);
  };
  try {
    run();
  } finally {
    Buffer.concat = concat;
    Buffer.prototype.copy = copy;
  }
  return copied;
}
