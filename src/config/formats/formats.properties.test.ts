/** What every format must do with any content, any change and any text; found by random search. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sameTree, treeOf } from "./editing/tree-after.ts";
import type { Change, ConfigFormat } from "./format.ts";
import { ConfigSyntaxError, EditRefused } from "./format.ts";
import { jsonFormat } from "./json.ts";
import type { ConfigPath, ConfigValue } from "./node.ts";
import { tomlFormat } from "./toml.ts";
import { yamlFormat } from "./yaml.ts";

const key = fc
  .oneof(
    fc.string({ maxLength: 6 }),
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.constantFrom("a", "b.c", "<<", "1", ""),
  )
  .filter((name) => name !== "__proto__");
const scalar: fc.Arbitrary<ConfigValue> = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(
    "yes",
    "null",
    "~",
    "1e3",
    "0x1",
    " a ",
    "# no",
    "a: b",
    "two\nlines\n",
    "-",
    "---",
    "\u0000\u007f\u0085",
    "😀",
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
  fc.boolean(),
);
const { value, map } = fc.letrec<{ value: ConfigValue; map: { [key: string]: ConfigValue } }>((tie) => ({
  value: fc.oneof({ depthSize: "small" }, scalar, fc.array(tie("value"), { maxLength: 4 }), tie("map")),
  map: fc.dictionary(key, tie("value"), { maxKeys: 5, noNullPrototype: true }),
}));
const file = map.filter((generated) => Object.keys(generated).length > 0);

describe.each([
  { format: jsonFormat, comment: "//" },
  { format: yamlFormat, comment: "#" },
  { format: tomlFormat, comment: "#" },
])("$format.name", { timeout: 30_000 }, ({ format, comment }) => {
  it("throws nothing but ConfigSyntaxError for any text", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ..."[]{}:,#-?&*!|>'\"%@`=./\\ \n\t\r\u0000\ufeff0a".split(""),
        "<<",
        "'''",
        '"""',
        "- ",
        ": ",
        "&a",
        "*a",
        "__proto__",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(defectIn(format, pieces.join(""))).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  it("writes any value so that it is read back equal", () => {
    fc.assert(
      fc.property(file, (generated) => {
        expect(sameTree(format.parse(format.stringify(generated)), treeOf(generated))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("makes any changes to any file say what they should, and nothing else", () => {
    fc.assert(
      fc.property(file, fc.array(changeSeed, { minLength: 1, maxLength: 4 }), (generated, seeds) => {
        let source = format.stringify(generated);
        let expected: ConfigValue = generated;
        for (const seed of seeds) {
          const change = pickChange(expected, seed);
          if (isGone(format, expected)) return;
          const result = editUnlessTables(format, source, change);
          if (result === undefined) return;
          source = result;
          expected = applied(expected, change, 0);
          const isRight = isGone(format, expected) || sameTree(format.parse(source), treeOf(expected));
          expect(isRight).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("keeps every comment and every other line when single values change", () => {
    fc.assert(
      fc.property(
        file,
        changeSeed,
        fc.array(fc.nat(4), { minLength: 1, maxLength: 8 }),
        (generated, seed, gaps) => {
          const change = pickChange(generated, { ...seed, onlyLeaves: true });
          const lf = commented(format, generated, { comment, gaps });
          const source =
            seed.at % 3 === 0 ? lf.replaceAll("\n", "\r\n") : lf.slice(0, seed.at % 3 === 1 ? -1 : undefined);
          const result = editUnlessTables(format, source, change);
          if (result === undefined) return;
          const notes = (from: string): string[] => from.match(/(?:note|mark) \d+(?=\r?$)/gm) ?? [];
          const lostNotes = notes(source).filter((note) => !notes(result).includes(note));
          // The comment on the line of a removed entry goes with it, and that of a TOML header whose table is replaced by
          // another table; nothing else does.
          const goesWhole =
            change.kind === "remove" || (format.name === "toml" && typeof change.value === "object");
          expect(lostNotes.length).toBeLessThanOrEqual(goesWhole ? 1 : 0);
          expect(lostNotes.filter((note) => note.startsWith("note"))).toEqual([]);
          const [before, after] = [linesOf(source), linesOf(result)];
          // The line itself, and in JSON the lines around it: a comma before it, or both brackets of an empty map.
          expect(before.length - commonLines(before, after)).toBeLessThanOrEqual(
            format.name === "json" ? 3 : 2,
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** What is wrong with how a text is read: anything thrown but a ConfigSyntaxError with a place and a reason. */
function defectIn(format: ConfigFormat, text: string): unknown {
  try {
    format.parse(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigSyntaxError)) return error;
    const isPlaced = error.at.offset >= 0 && error.at.offset <= text.length;
    const hasReason = error.message !== "" && !error.message.includes("cannot be read as");
    return isPlaced && hasReason ? undefined : error;
  }
}

interface ChangeSeed {
  readonly kind: "set" | "append" | "remove";
  readonly at: number;
  readonly key: string;
  readonly value: ConfigValue;
  readonly onlyLeaves?: boolean;
}

const changeSeed: fc.Arbitrary<ChangeSeed> = fc.record({
  kind: fc.constantFrom("set", "append", "remove"),
  at: fc.nat(),
  key,
  value,
});

/** A change that makes sense for this content: at one of its paths, or at a new key of one of its maps. */
function pickChange(root: ConfigValue, seed: ChangeSeed): Change {
  const all = pathsOf(root);
  const isLeaf = (path: ConfigPath): boolean =>
    Object.keys(at(root, path) as object).length === 0 || typeof at(root, path) !== "object";
  const paths = all.filter((path) => path.length > 0 && (seed.onlyLeaves !== true || isLeaf(path)));
  const path = paths[seed.at % paths.length];
  const maps = all.filter((candidate) => isPlainMap(at(root, candidate)));
  const home = maps[seed.at % maps.length] ?? [];
  let name = `new ${seed.key}`;
  while (Object.hasOwn(at(root, home) as object, name)) name += "'";
  const fresh = [...home, name];
  if (seed.kind === "remove" && path !== undefined) return { kind: "remove", path };
  const lists = all.filter((candidate) => Array.isArray(at(root, candidate)));
  if (seed.kind === "append") {
    const list = lists[seed.at % Math.max(1, lists.length)];
    return { kind: "append", path: list ?? fresh, value: seed.value };
  }
  return { kind: "set", path: path !== undefined && seed.at % 2 === 0 ? path : fresh, value: seed.value };
}

function pathsOf(root: ConfigValue, path: ConfigPath = []): ConfigPath[] {
  if (typeof root !== "object") return [path];
  const isList = Array.isArray(root);
  return [
    path,
    ...Object.entries(root).flatMap(([step, item]) => pathsOf(item, [...path, isList ? Number(step) : step])),
  ];
}

function at(root: ConfigValue, path: ConfigPath): ConfigValue {
  return path.reduce<ConfigValue>(
    (inner, step) => (inner as Record<string | number, ConfigValue>)[step] as ConfigValue,
    root,
  );
}

function isPlainMap(candidate: ConfigValue): boolean {
  return typeof candidate === "object" && !Array.isArray(candidate);
}

/** The content after the change, written a second time and simply, for objects. */
function applied(root: ConfigValue, change: Change, depth: number): ConfigValue {
  const step = change.path[depth];
  if (step === undefined) {
    if (change.kind === "append") return [...((root as ConfigValue[] | undefined) ?? []), change.value];
    return change.kind === "set" ? change.value : root;
  }
  const isLast = depth === change.path.length - 1;
  if (Array.isArray(root)) {
    const items: ConfigValue[] = [...root];
    if (isLast && change.kind === "remove") items.splice(Number(step), 1);
    else items[Number(step)] = applied(items[Number(step)] as ConfigValue, change, depth + 1);
    return items;
  }
  const entries = { ...(root as Record<string, ConfigValue>) };
  if (isLast && change.kind === "remove") delete entries[step];
  else entries[step] = applied(entries[step] as ConfigValue, change, depth + 1);
  return entries;
}

/** TOML has no sign for a file without entries, and an empty text is an error to read. */
function isGone(format: ConfigFormat, root: ConfigValue): boolean {
  return format.name === "toml" && Object.keys(root).length === 0;
}

/** The edited text; undefined where TOML's lists of tables cannot hold the value. Any other refusal is a defect. */
function editUnlessTables(format: ConfigFormat, source: string, change: Change): string | undefined {
  try {
    return format.edit(source, change);
  } catch (error) {
    if (format.name === "toml" && error instanceof EditRefused && error.message.includes("list of tables"))
      return undefined;
    throw error;
  }
}

/** A file with comments between and behind its lines; a blank line keeps each from belonging to the line below it. */
function commented(
  format: ConfigFormat,
  root: ConfigValue,
  { comment, gaps }: { comment: string; gaps: number[] },
): string {
  const lines = format.stringify(root).trimEnd().split("\n");
  return lines
    .map((line, index) => {
      const gap = gaps[index % gaps.length];
      const above = gap === 0 ? `  ${comment} note ${index}\n\n` : "";
      const behind = gap === 1 && line !== "" ? ` ${comment} mark ${index}` : "";
      return `${above}${line}${behind}\n`;
    })
    .join("");
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** How many lines two texts have in common, in the same order. */
function commonLines(left: readonly string[], right: readonly string[]): number {
  let row = right.map(() => 0);
  for (const line of left) {
    const next: number[] = [];
    right.forEach((other, index) => {
      const longest = Math.max(row[index] ?? 0, next[index - 1] ?? 0);
      next.push(line === other ? Math.max(longest, (row[index - 1] ?? 0) + 1) : longest);
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}
