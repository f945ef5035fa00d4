import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readSkillContent } from "./skill-content.ts";

/** Not written into the texts below, which are no imports of this file. */
const SHARED = "../../shared/a.ts";

let base = "";
let file = "";

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tackle-skill-content-")));
  file = write("skills/weather/skill.ts", "export function a() {}");
});
afterEach(() => rmSync(base, { recursive: true }));

function write(path: string, text: string): string {
  const target = join(base, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  return target;
}

const hash = () => readSkillContent(file).hash;

/** Whether a change makes it another skill. */
function changes(change: () => void): boolean {
  const before = hash();
  change();
  return hash() !== before;
}

it("is the same for the same code", () => {
  expect(changes(() => write("skills/weather/skill.ts", "export function a() {}"))).toBe(false);
});

it.each([
  ["its own file", "skills/weather/skill.ts"],
  ["code beside it", "skills/weather/helper.mjs"],
  ["code below it", "skills/weather/lib/deep/a.cts"],
  ["its package file", "skills/weather/package.json"],
])("changes with %s", (_what, path) => {
  expect(changes(() => write(path, "changed"))).toBe(true);
});

it.each([
  ["data that it keeps", "skills/weather/cache.json"],
  ["packages", "skills/weather/node_modules/a/index.js"],
  ["what is hidden", "skills/weather/.git/a.js"],
  ["another skill", "skills/other/skill.ts"],
])("does not change with %s", (_what, path) => {
  expect(changes(() => write(path, "changed"))).toBe(false);
});

it.each([
  ["import", `import { a } from "${SHARED}";`],
  ["import for its effect", `import "${SHARED}";`],
  ["export", `export * from '${SHARED}'`],
  ["dynamic import", `await import( "${SHARED}" )`],
  ["require", `const a = require("${SHARED}")`],
])("covers what is outside its folder and reached by an %s", (_what, text) => {
  write("shared/a.ts", `import data from "./data.json" with { type: "json" };`);
  write("skills/weather/skill.ts", text);
  expect(changes(() => write("shared/a.ts", `import data from "./data.json";`))).toBe(true);
  expect(changes(() => write("shared/data.json", "{}"))).toBe(true);
});

it("covers a file that is imported and not there yet", () => {
  write("skills/weather/skill.ts", `import "../late.ts";`);
  expect(changes(() => write("skills/late.ts", ""))).toBe(true);
});

it("covers what a linked folder holds as far as it is imported", () => {
  write("elsewhere/a.ts", "1");
  symlinkSync(join(base, "elsewhere"), join(base, "skills/weather/lib"));
  symlinkSync(join(base, "skills"), join(base, "skills/weather/loop"));
  write("skills/weather/skill.ts", `import "./lib/a.ts";`);
  expect(changes(() => write("elsewhere/a.ts", "2"))).toBe(true);
});

it("sees content that moves from one file to the next", () => {
  write("skills/weather/a.ts", "ab");
  write("skills/weather/b.ts", "c");
  expect(
    changes(() => {
      write("skills/weather/a.ts", "a");
      write("skills/weather/b.ts", "bc");
    }),
  ).toBe(true);
});

it("names all that it looked at, before it is read", () => {
  const seen: string[] = [];
  write("shared/a.ts", "");
  write("skills/weather/skill.ts", `import "${SHARED}";`);
  const content = readSkillContent(file, (path) => seen.push(path));
  expect(seen).toEqual(expect.arrayContaining([file, dirname(file), join(base, "shared/a.ts")]));
  expect(new Set(seen)).toEqual(new Set(content.seen));
});

it("refuses more code than anybody would approve", () => {
  for (let index = 0; index <= 1000; index++) write(`skills/weather/many/${index}.js`, "");
  expect(hash).toThrow("more than 1000 files of code");
});

it("refuses code that is too large, without reading it", () => {
  write("skills/weather/large.js", " ".repeat(17 * 1024 * 1024));
  expect(hash).toThrow("more than 16 MiB of code");
});
