import { describe, expect, test } from "vitest";
import { StderrLines } from "./stderr-lines.ts";

describe("lines of stderr as they happen", () => {
  test("are whole and safe to show", () => {
    const seen: string[] = [];
    const lines = new StderrLines((line) => seen.push(line), { now: () => 0 });
    for (const byte of Buffer.from("\u001B[31mé\u001B[0m\r\ntwo\nthree")) lines.push(Buffer.of(byte));
    expect(seen).toEqual(["é", "two"]);
    lines.end();
    expect(seen).toEqual(["é", "two", "three"]);
  });

  test("are at most two hundred a second, and what is left out is said", () => {
    const seen: string[] = [];
    let now = 0;
    const lines = new StderrLines((line) => seen.push(line), { now: () => now });
    lines.push(Buffer.from("x\n".repeat(1_000)));
    expect(seen).toHaveLength(200);
    now = 1_000;
    lines.push(Buffer.from("y\n"));
    expect(seen.slice(200)).toEqual(["(800 lines left out)", "y"]);
  });

  test("keep little of a line that never ends", () => {
    const seen: string[] = [];
    const lines = new StderrLines((line) => seen.push(line), { now: () => 0 });
    for (let index = 0; index < 1_000; index += 1) lines.push(Buffer.alloc(10_000, "x"));
    lines.end();
    expect(seen).toEqual([expect.stringMatching(/^x{8192}… /)]);
  });
});
