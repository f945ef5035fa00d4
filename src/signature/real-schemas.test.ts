/** Every schema of a public collection of real tools, where that is at hand: each gives a signature that TypeScript parses. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { encode } from "gpt-tokenizer";
import { expect, it } from "vitest";
import type { ToolDefinition } from "../types.ts";
import { declarationsOf } from "./declarations-of.ts";
import { codeIn } from "./fixtures/parse-types.ts";
import { snapshotOf } from "./fixtures/snapshots.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { PROGRAM_GLOBALS } from "./program-globals.ts";
import { promptText } from "./prompt/prompt-text.ts";
import { fitType } from "./types/fit-type.ts";
import { readSchema } from "./types/read-schema.ts";

const FOLDER =
  process.env["TOOL_SEARCH_DATA"] ?? resolve(import.meta.dirname, "../../../shared/data/tool-search");
const FILE = resolve(FOLDER, "toucan-pool.json");
const hasFile = existsSync(FILE);

type Tool = ToolDefinition & { readonly server: string };

function readTools(): readonly Tool[] {
  return (JSON.parse(readFileSync(FILE, "utf8")) as { readonly tools: readonly Tool[] }).tools;
}

const TOOLS = hasFile ? readTools() : [];
const SNAPSHOT = snapshotOf(Object.fromEntries(Map.groupBy(TOOLS, ({ server }) => server)));

it.skipIf(!hasFile)(`declares every real tool so that it parses (skipped without ${FILE})`, () => {
  expect(SNAPSHOT.tools).toHaveLength(TOOLS.length);
  const text = declarationsOf(SNAPSHOT).replace(PROGRAM_GLOBALS, "");
  expect(codeIn(text.slice(text.indexOf("*/") + 2))).toBe("");
  expect(text.match(/\): Promise</g)).toHaveLength(TOOLS.length);
});

it.skipIf(!hasFile)(
  "writes parameters on a line that are TypeScript but for the sign before defaults",
  () => {
    const style = {
      depth: 3,
      maxUnionChars: 160,
      showsOpen: false,
      object: "object",
      docs: undefined,
    } as const;
    const write = (schema: unknown, defaults: "sign" | "comment", maxChars: number) =>
      fitType(readSchema(schema), { ...style, defaults, maxChars });
    const types = TOOLS.map(({ inputSchema }, index) => {
      const whole = write(inputSchema, "comment", 100_000);
      expect(whole.replaceAll(/ \/\* (= .*?) \*\//g, " $1")).toBe(write(inputSchema, "sign", 100_000));
      return `type Whole${index} = ${whole};\ntype Line${index} = ${write(inputSchema, "comment", 700)};`;
    });
    expect(codeIn(types.join("\n"))).toBe("");
  },
);

it.skipIf(!hasFile)("estimates the tokens of a large prompt within a twentieth", () => {
  const { text, level, tokens } = promptText(SNAPSHOT, { maxTokens: Infinity });
  expect(level).toBe("signatures");
  const part = text.slice(0, 400_000);
  expect(Math.abs(estimateTokens(part) / encode(part).length - 1)).toBeLessThan(0.05);
  expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
});
