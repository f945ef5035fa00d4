/**
 * Files as people write them, in mixed styles: every change at every place of them is either right or refused for a
 * known reason, and leaves comments, line endings and the end of the file as they were.
 */
import { describe, expect, it } from "vitest";
import type { Change, ConfigFormat } from "./format.ts";
import { EditRefused } from "./format.ts";
import { jsonFormat } from "./json.ts";
import type { ConfigNode, ConfigPath, ConfigValue } from "./node.ts";
import { nodeAt } from "./node.ts";
import { tomlFormat } from "./toml.ts";
import { yamlFormat } from "./yaml.ts";

const JSON_FILE = `// c1
{ // c2
  "a": 1 /* c3 */, // c4
  /* c5 */ "b": [1, 2 // c6
 , 3, /* c7 */
    { "c": {} /* c8 */, "d": [] }, [
 4
 ], ], // c9
  // c10

  "e": { "f": null, "g": { // c11
    "h": 1 }
  }, "i": "x"
  /* c12
 */
} // c13
`;

const YAML_FILE = `# c1
---
a: 1 # c2
b:   # c3
   # c4
   - x # c5

   - k: v # c6
     l: [1, # c7
       2, {m: n, o: }] # c8
   -   # c9
     - - p
       - q
   - |
      text

   # c10
c: {"d":1,e: [ ], f: {} , g} # c11
# c12
h: >+
  folded

i:
  'j k': &shared !!str 5 # c13
  l: !!map
    m: 1
  n: "multi
    line" # c14
  o:
    plain
    multi
  p: *shared
  ? q
  : r
# c15
t:
- u:
  - v
- w: {x: 1,
     y: 2}
`;

const TOML_FILE = `# c1
a = 1 # c2
b.c = 2 # c3
b."d e".f = 3

# c4
[g] # c5
  h = [1, [2, 3], {i = 4, j.k = 5}] # c6
  l = """
# not a comment
"""
# c7

[g.m.n]
o = {p = {q = 1}, r = []} # c8
s = [ # c9
  1, # c10

  # c11
  2 # c12
]
# c13
[[t]]
u = 1
[t.v]
w = 1
[[t.x]]
y = 1
[[t.x]]
[[t]] # c14
z = 1
[g.m]
aa = 1

# c15

[ab.ac]
[ab.ad]
`;

const VALUES: ConfigValue[] = ["x # y", { k: 1, "l m": [1, { n: 2 }] }, [1, [2], { a: {} }], {}];

/** Anchors that are used elsewhere, tags that fix a type, tables that are items, keys that are dotted in braces. */
const KNOWN_REFUSALS =
  /^(?:changing i\.(?:"j k"|l) would|changing g\.h\[2\]\.j\.k would)|list of tables|dotted keys/;

const files = [
  { format: jsonFormat, text: JSON_FILE },
  { format: yamlFormat, text: YAML_FILE },
  { format: tomlFormat, text: TOML_FILE },
];

describe.each(files)("a handwritten file in $format.name", { timeout: 30_000 }, ({ format, text }) => {
  it.each([
    ["LF", text],
    ["CRLF", text.replaceAll("\n", "\r\n")],
    ["no line ending at its end", text.trimEnd()],
  ])("with %s can be changed everywhere", (_, source) => {
    const root = format.parse(source);
    const outcomes = changesOf(root).map((change) => outcomeOf(format, source, { root, change }));
    expect(outcomes.filter((outcome) => outcome !== "right" && outcome !== "refused")).toEqual([]);
    expect(outcomes.filter((outcome) => outcome === "right").length).toBeGreaterThan(outcomes.length * 0.8);
  });
});

interface Case {
  readonly root: ConfigNode;
  readonly change: Change;
}

function outcomeOf(format: ConfigFormat, source: string, { root, change }: Case): string {
  const what = `${change.kind} ${JSON.stringify(change)}`;
  let result: string;
  try {
    result = format.edit(source, change);
  } catch (error) {
    if (error instanceof EditRefused && KNOWN_REFUSALS.test(error.message)) return "refused";
    return `${what}: ${String(error)}`;
  }
  if (source.includes("\r\n") && result.replaceAll("\r\n", "").includes("\n"))
    return `${what}: mixed line endings`;
  if (!source.endsWith("\n") && result.endsWith("\n")) return `${what}: a line ending at the end`;
  const lost = comments(source).filter((comment) => !comments(result).includes(comment));
  // What a replaced or removed map holds goes with it; for single values that is at most what stands on their line.
  const old = nodeAt(root, change.path);
  const isSingle = old === undefined || old.kind === "scalar" || change.kind === "append";
  if (!isSingle) return "right";
  return lost.length <= (change.kind === "remove" ? 2 : 0) ? "right" : `${what}: lost ${lost.join(", ")}`;
}

function comments(text: string): string[] {
  return text.match(/\bc\d+\b/g) ?? [];
}

/** Every value set, appended, added under a new key, and removed, at every place. */
function changesOf(node: ConfigNode, path: ConfigPath = []): Change[] {
  const own: Change[] = path.length === 0 ? [] : [{ kind: "remove", path }];
  for (const value of VALUES) {
    if (path.length > 0) own.push({ kind: "set", path, value });
    if (node.kind === "list") own.push({ kind: "append", path, value });
    if (node.kind === "map") own.push({ kind: "set", path: [...path, "new key"], value });
  }
  if (node.kind === "scalar") return own;
  if (node.kind === "list")
    return [...own, ...node.items.flatMap((item, index) => changesOf(item, [...path, index]))];
  return [...own, ...node.entries.flatMap((entry) => changesOf(entry.value, [...path, entry.key]))];
}
