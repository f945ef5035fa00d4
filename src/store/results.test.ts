import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TackleError } from "../errors.ts";
import { temporaryFolder } from "../util/fixtures/folder.ts";
import { Results, type ResultsOptions } from "./results.ts";

function testResults(options: Partial<ResultsOptions> = {}) {
  const folder = join(temporaryFolder(), "results");
  const warnings: TackleError[] = [];
  const results = new Results({ folder, onWarning: (warning) => void warnings.push(warning), ...options });
  return { folder, warnings, results };
}

async function readInParts(results: Results, id: string, length: number): Promise<string> {
  let text = "";
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const part = await results.read(id, { offset, length });
    text += part.text ?? "";
    offset = part.nextOffset;
  }
  return text;
}

describe("a kept result", () => {
  it("comes back whole, from a file that only its owner can read", async () => {
    const { results, folder } = testResults();
    const kept = await results.keep({ id: "r-1", content: "line\nline\n", mime: "text/plain" });
    expect(kept).toEqual({ id: "r-1", bytes: 10, wholeBytes: 10 });
    expect(await results.read("r-1")).toEqual({
      id: "r-1",
      mime: "text/plain",
      bytes: Buffer.from("line\nline\n"),
      text: "line\nline\n",
      offset: 0,
      nextOffset: undefined,
      totalBytes: 10,
      wholeBytes: 10,
    });
    expect(statSync(join(folder, "r-1.result")).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.each([1, 2, 3, 4, 5, 7, 64])(
    "is read in parts of %i bytes without breaking a character",
    async (length) => {
      const { results } = testResults();
      const text = "aé€😀 ".repeat(20);
      await results.keep({ id: "r", content: text, mime: "text/plain" });
      const parts = await readInParts(results, "r", Math.max(length, 4));
      expect(parts).toBe(text);
      // Smaller than a character: the bytes are still all there.
      let bytes = Buffer.alloc(0);
      for (let offset: number | undefined = 0; offset !== undefined;) {
        const part = await results.read("r", { offset, length });
        bytes = Buffer.concat([bytes, part.bytes]);
        offset = part.nextOffset;
      }
      expect(bytes.toString()).toBe(text);
    },
  );

  it("may be binary, empty, or begin with what looks like our header", async () => {
    const { results } = testResults();
    const binary = Buffer.from([0x80, 0x0a, 0xff, 0x00]);
    await results.keep({ id: "binary", content: binary, mime: "image/png\n{}" });
    expect(await results.read("binary", { length: 3 })).toMatchObject({
      bytes: binary.subarray(0, 3),
      text: undefined,
      mime: "image/png\n{}",
      nextOffset: 3,
    });
    await results.keep({ id: "empty", content: "", mime: "text/plain" });
    expect(await results.read("empty")).toMatchObject({ text: "", nextOffset: undefined });
    const header = '{"mime":"x","isText":false,"wholeBytes":1}\n';
    await results.keep({ id: "header", content: header, mime: "text/plain" });
    expect((await results.read("header")).text).toBe(header);
  });

  it("beyond the limit is cut, and says how much there was", async () => {
    const { results } = testResults({ maxBytes: 10 });
    const kept = await results.keep({ id: "r", content: "x".repeat(25), mime: "text/plain" });
    expect(kept).toEqual({ id: "r", bytes: 10, wholeBytes: 25 });
    expect(await results.read("r")).toMatchObject({ totalBytes: 10, wholeBytes: 25, nextOffset: undefined });
  });
});

describe("reading", () => {
  it("behind the end gives nothing", async () => {
    const { results } = testResults();
    await results.keep({ id: "r", content: "abc", mime: "text/plain" });
    expect(await results.read("r", { offset: 99 })).toMatchObject({
      text: "",
      offset: 3,
      nextOffset: undefined,
    });
  });

  it.each(["../approved-servers", "a/b", "", ".", "a\0b", "x".repeat(200), "é"])(
    "does not take %j for an id",
    async (id) => {
      const { results, warnings } = testResults();
      await expect(results.read(id)).rejects.toMatchObject({ code: "usage" });
      expect(await results.keep({ id, content: "x", mime: "text/plain" })).toBeUndefined();
      expect(warnings).toHaveLength(1);
    },
  );

  it.each([{ offset: -1 }, { offset: 0.5 }, { length: 0 }, { length: Number.NaN }, { offset: Infinity }])(
    "does not take %j for a range",
    async (range) => {
      const { results } = testResults();
      await results.keep({ id: "r", content: "abc", mime: "text/plain" });
      await expect(results.read("r", range)).rejects.toMatchObject({ code: "usage" });
    },
  );

  it("says when a result is gone or damaged", async () => {
    const { results, folder } = testResults();
    await expect(results.read("r")).rejects.toMatchObject({ code: "not-found" });
    await results.keep({ id: "r", content: "abc", mime: "text/plain" });
    for (const content of ["", "no header", "[1]\nabc", '{"mime":1}\nabc']) {
      writeFileSync(join(folder, "r.result"), content);
      await expect(results.read("r")).rejects.toMatchObject({ code: "internal" });
    }
  });
});

describe("the folder", () => {
  it("loses the oldest results when all of them are too large, never the newest", async () => {
    const limits = { maxTotalBytes: 300, maxAgeMs: 1_000_000 };
    const { results, folder } = testResults({ limits });
    for (let turn = 1; turn <= 5; turn += 1) {
      await results.keep({ id: `r${turn}`, content: "x".repeat(30), mime: "text/plain" });
      const time = Date.now() / 1_000 - 100 + turn;
      utimesSync(join(folder, `r${turn}.result`), time, time);
    }
    writeFileSync(join(folder, "notes.txt"), "not ours");
    expect(await results.prune()).toBe(2);
    expect(readdirSync(folder).sort()).toEqual(["notes.txt", "r3.result", "r4.result", "r5.result"]);
    await expect(results.read("r1")).rejects.toMatchObject({ code: "not-found" });
  });

  it("loses what is older than a week", async () => {
    const { results, folder } = testResults();
    await results.keep({ id: "old", content: "x", mime: "text/plain" });
    await results.keep({ id: "new", content: "x", mime: "text/plain" });
    const time = Date.now() / 1_000 - 8 * 86_400;
    utimesSync(join(folder, "old.result"), time, time);
    expect(await results.prune()).toBe(1);
    expect(readdirSync(folder)).toEqual(["new.result"]);
    rmSync(folder, { recursive: true });
    expect(await results.prune()).toBe(0);
  });
});
