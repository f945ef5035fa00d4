/** Every schema of a public collection of real tools, where that is at hand: all are usable, and all judge as plain ajv does. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import type { JsonObject, ToolDefinition } from "../types.ts";
import { canonicalJson } from "../util/canonical-json.ts";
import { createArgumentChecker } from "./check-arguments.ts";

const FILE = resolve(import.meta.dirname, "../../../shared/data/tool-search/toucan-pool.json");
const hasFile = existsSync(FILE);
/** Comparing takes twice the compiling; a part is enough. */
const COMPARE_EVERY = 20;

/** One tool for each schema that occurs. */
function readTools(): ToolDefinition[] {
  const { tools } = JSON.parse(readFileSync(FILE, "utf8")) as { readonly tools: readonly ToolDefinition[] };
  return [...new Map(tools.map((tool) => [canonicalJson(tool.inputSchema), tool])).values()];
}

const TOOLS = hasFile ? readTools() : [];

it.skipIf(!hasFile)(`uses every real schema (skipped without ${FILE})`, { timeout: 30_000 }, async () => {
  const unchecked: string[] = [];
  const checker = createArgumentChecker({
    onUnchecked: (tool, reason) => unchecked.push(`${tool.name}: ${reason}`),
  });
  for (const tool of TOOLS) expect(await checker.check(tool, {})).toBeInstanceOf(Array);
  expect(TOOLS.length).toBeGreaterThan(1000);
  expect(unchecked).toEqual([]);
});

it.skipIf(!hasFile)("judges arguments as plain ajv does", { timeout: 30_000 }, async () => {
  const checker = createArgumentChecker();
  for (const [index, tool] of TOOLS.entries()) {
    // Our formats are more lenient than ajv's and stricter than none.
    if (index % COMPARE_EVERY !== 0 || canonicalJson(tool.inputSchema).includes('"format"')) continue;
    const plain = compilePlainly(tool.inputSchema);
    if (plain === undefined) continue;
    for (const args of sampleArguments(tool.inputSchema)) {
      const problems = await checker.check(tool, args);
      expect([tool.name, args, problems.length === 0]).toEqual([tool.name, args, plain(args)]);
      for (const { message, expected, got } of problems) expect([message, expected, got]).not.toContain("");
    }
  }
});

function compilePlainly(inputSchema: JsonObject): ((args: unknown) => boolean) | undefined {
  try {
    const ajv = new Ajv2020({
      strict: false,
      validateFormats: false,
      ownProperties: true,
      logger: false,
      meta: false,
      validateSchema: false,
    });
    const { $schema, ...schema } = inputSchema;
    void $schema;
    return ajv.compile(schema);
  } catch {
    // What ajv cannot compile there is nothing to compare with: an odd type, a tuple of draft-07.
    return undefined;
  }
}

/** Objects with each property right, wrong, missing, and one too many, by what little this looks at. */
function sampleArguments({ properties }: JsonObject): JsonObject[] {
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  // Without null, which we take for left out and plain ajv does not.
  const values: unknown[] = ["text", "", 0, 7, -1.5, true, [], ["a", 1], {}, { a: "b" }];
  const whole = values.map((value) => Object.fromEntries(names.map((name) => [name, value])));
  const mixed = values.map((_, shift) =>
    Object.fromEntries(names.map((name, index) => [name, values[(index * 3 + shift) % values.length]])),
  );
  return [{}, { unexpected: 1 }, ...whole, ...mixed];
}
