import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { addToEnvFile, envFileBeside, readEnvFile } from "./env-file.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "env-"));
  file = envFileBeside(join(folder, "config.json"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const add = (values: Record<string, string>) => addToEnvFile(file, values, { HOME: folder });

it("creates the file for its owner alone", async () => {
  await add({ A: "1" });
  expect(readFileSync(file, "utf8")).toBe("A=1\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("keeps every byte that is there, and closes what others may read", async () => {
  writeFileSync(file, "# mine\nA='x y'\nB=2", { mode: 0o644 });
  await add({ C: "3" });
  expect(readFileSync(file, "utf8")).toBe("# mine\nA='x y'\nB=2\nC=3\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it.each([
  "a b",
  "#x",
  "it's",
  `"quoted"`,
  "a=b",
  "$HOME",
  "${A}",
  "ü",
  " x ",
  "back\\slash",
  "a`b'c",
  "two\nlines",
])("writes %j so that it is read back", async (value) => {
  await add({ A: value, B: "after" });
  expect(parseEnv(readFileSync(file, "utf8"))).toEqual({ A: value, B: "after" });
  expect(readEnvFile(file)).toEqual({ A: value, B: "after" });
});

it("refuses a value that cannot be written", async () => {
  await expect(add({ A: "a`b'c\"d" })).rejects.toMatchObject({ code: "conflict" });
  expect(readEnvFile(file)).toEqual({});
});

it("does not replace another value, and says nothing of either", async () => {
  writeFileSync(file, "A=canary1\n");
  const refusal = await add({ A: "canary2" }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("A has another value"),
  });
  expect(String(refusal)).not.toContain("canary");
  await add({ A: "canary1" });
  expect(readFileSync(file, "utf8")).toBe("A=canary1\n");
});

it("does not write behind a quote that is left open", async () => {
  writeFileSync(file, "A='open");
  await expect(add({ B: "it's" })).rejects.toMatchObject({ code: "conflict" });
  expect(readFileSync(file, "utf8")).toBe("A='open");
});
