/** The manual and the program must name the same commands and options. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ALIASES, COMMANDS } from "./command-list.ts";
import { GLOBAL_OPTIONS } from "./parse-arguments.ts";

const folder = join(import.meta.dirname, "../../docs");
const page = readFileSync(join(folder, "command-line.md"), "utf8");
const manual = readdirSync(folder)
  .filter((name) => name.endsWith(".md"))
  .map((name) => readFileSync(join(folder, name), "utf8"))
  .join("\n");

/** The first cells of the first table after a place in the page, each with the commands that it names. */
function commandsIn(start: string): ReadonlySet<string> {
  const [, after = ""] = page.split(start);
  const rows = after.slice(after.indexOf("\n|")).trimStart().split("\n");
  const table = rows.slice(
    0,
    rows.findIndex((row) => !row.startsWith("|")),
  );
  const cells = table.slice(2).map((row) => row.split(/(?<!\\)\|/)[1] ?? "");
  return new Set(
    cells.flatMap((cell) => [...cell.matchAll(/`([a-z][a-z-]*)/g)].map(([, name = ""]) => name)),
  );
}

describe("docs/command-line.md", () => {
  it("lists every command and its other names, and no command that there is not", () => {
    const known = [...COMMANDS.keys(), ...ALIASES.keys()];
    expect([...commandsIn("# Command line")].toSorted()).toEqual(known.toSorted());
  });

  it("says what every command prints as JSON", () => {
    const documented = commandsIn("## JSON");
    expect([...COMMANDS.keys()].filter((name) => !documented.has(name))).toEqual([]);
  });

  it("names the options of every command", () => {
    const [opening = ""] = page.split("\n|");
    expect(Object.keys(GLOBAL_OPTIONS).filter((name) => !opening.includes(`--${name}`))).toEqual([]);
  });
});

it.each([...COMMANDS])("the manual names every option of %s", async (_, entry) => {
  const { options = {} } = await entry.load();
  const missing = Object.keys(options).filter((name) => !new RegExp(`--${name}(?![\\w-])`).test(manual));
  expect(missing).toEqual([]);
});
