import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../fixtures/folder.ts";
import { pipeReaderOf } from "./pipe-reader.ts";

const isLinux = process.platform === "linux";

it.runIf(isLinux)("sees who reads a pipe, and that nobody does any more", async () => {
  const path = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  const both = openSync(path, "r+");
  const writing = openSync(path, "w");
  const hasReader = pipeReaderOf(writing);
  expect(hasReader?.()).toBe(true);
  const reading = openSync(path, "r");
  const other = spawn("sleep", ["60"], { stdio: [reading, "ignore", "ignore"] });
  const ended = once(other, "exit");
  await once(other, "spawn");
  closeSync(both);
  closeSync(reading);
  expect(hasReader?.()).toBe(true);
  other.kill("SIGKILL");
  await ended;
  expect(hasReader?.()).toBe(false);
  closeSync(writing);
});

it("knows nothing of what is no pipe", () => {
  const file = openSync(import.meta.filename, "r");
  expect(pipeReaderOf(file)).toBeUndefined();
  closeSync(file);
  expect(pipeReaderOf(9999)).toBeUndefined();
});
