import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findProgram } from "./find-program.ts";

const folder = mkdtempSync(join(tmpdir(), "find program ü "));
const program = join(folder, "runs");
const text = join(folder, "text");
writeFileSync(program, "#!/bin/sh\n");
chmodSync(program, 0o755);
writeFileSync(text, "");
afterAll(() => rmSync(folder, { recursive: true }));

describe("findProgram", () => {
  it("looks in every folder of PATH", () => {
    const found = findProgram("runs", { path: `/nowhere:${folder}`, cwd: "/" });
    expect(found).toEqual({ kind: "found", file: program });
  });

  it("takes a path from the folder the server runs in", () => {
    expect(findProgram("./runs", { path: undefined, cwd: folder })).toEqual({ kind: "found", file: program });
  });

  it("tells a file that may not be run from one that is not there", () => {
    // Root may execute nothing without an x bit either, so this holds for every user.
    expect(findProgram(text, { path: "", cwd: "/" })).toEqual({ kind: "not-executable", file: text });
    expect(findProgram("runs", { path: "/nowhere", cwd: "/" })).toEqual({ kind: "missing" });
  });

  it("does not take a folder for a program", () => {
    expect(findProgram(folder, { path: "", cwd: "/" })).toEqual({ kind: "missing" });
  });
});
