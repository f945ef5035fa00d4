/**
 * What tools cost a model: tokens per tool of the definition as servers send it, beside our three levels of detail, and how
 * many of the signatures TypeScript parses. `npm run eval:signatures`. Real servers are started from node_modules; the large
 * collection is read from ../shared/data/tool-search, or from the folder in TOOL_SEARCH_DATA, where that is at hand.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { encode } from "gpt-tokenizer";
import { createBox } from "../../src/box/create-box.ts";
import { buildSnapshot, type Snapshot } from "../../src/catalog/snapshot.ts";
import { declarationsOf } from "../../src/signature/declarations-of.ts";
import { codeNameTable } from "../../src/signature/names/code-name-table.ts";
import { estimateTokens } from "../../src/signature/estimate-tokens.ts";
import { promptText } from "../../src/signature/prompt/prompt-text.ts";
import { signatureOf } from "../../src/signature/signature-of.ts";
import type { ToolDefinition } from "../../src/types.ts";
import { programOf, REAL_SERVERS, ROOT } from "../e2e/real-server-list.ts";

const FOLDER = process.env["TOOL_SEARCH_DATA"] ?? resolve(ROOT, "../shared/data/tool-search");
const DETAILS = ["name", "line", "full"] as const;
const BUDGETS = [2000, 10_000, 50_000];

const count = (text: string): number => encode(text).length;

function report(what: string, values: Readonly<Record<string, string | number>>): void {
  const shown = Object.entries(values).map(([name, value]) => {
    const text =
      typeof value === "number" ? value.toFixed(value < 1000 && !Number.isInteger(value) ? 1 : 0) : value;
    return `${name} ${text}`;
  });
  console.log(`  ${what.padEnd(24)} ${shown.join("   ")}`);
}

/** Also how many of a catalog's tools are declared in a text that parses; the whole is parsed at once. */
function evaluate(title: string, snapshot: Snapshot): void {
  const { tools } = snapshot;
  const names = codeNameTable(snapshot);
  console.log(`\n${title}: ${tools.length} tools of ${snapshot.servers.length} servers`);
  const raw = tools.map(({ definition: { name, description, inputSchema } }) =>
    count(JSON.stringify({ name, description, inputSchema })),
  );
  const rawTotal = sum(raw);
  report("definitions", { "tokens a tool": rawTotal / tools.length, total: rawTotal });
  for (const detail of DETAILS) {
    const start = performance.now();
    const texts = tools.map((tool) => signatureOf(tool, { detail, names }).text);
    const ms = performance.now() - start;
    const tokens = sum(texts.map(count));
    report(`signatures, ${detail}`, {
      "tokens a tool": tokens / tools.length,
      total: tokens,
      "of the definitions": `${((100 * tokens) / rawTotal).toFixed(0)} %`,
      "µs a tool": (ms * 1000) / tools.length,
    });
  }
  const declarations = declarationsOf(snapshot);
  report("declarations", {
    "tokens a tool": count(declarations) / tools.length,
    "that parse": parsedIn(declarations),
  });
  for (const maxTokens of BUDGETS) {
    const { text, level, tokens, omitted } = promptText(snapshot, { maxTokens });
    report(`prompt of ${maxTokens}`, { level, estimated: tokens, tokens: count(text), omitted });
  }
  const everything = promptText(snapshot, { maxTokens: Infinity }).text;
  report("estimate", {
    "of the tokens": `${((100 * estimateTokens(everything)) / count(everything)).toFixed(1)} %`,
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Throws where the text does not parse. */
function parsedIn(declarations: string): number {
  stripTypeScriptTypes(declarations);
  return declarations.match(/\): Promise</g)?.length ?? 0;
}

async function evaluateRealServers(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "tackle-eval-"));
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, XDG_STATE_HOME: home };
  const mcpServers = Object.fromEntries(
    REAL_SERVERS.map(({ name, package: program, args = [], options = [] }) => {
      const [command, file] = programOf(program);
      const variables = options.filter((word) => word !== "-e").map((word) => word.split("=", 2));
      return [name, { command, args: [file, ...args], cwd: home, env: Object.fromEntries(variables) }];
    }),
  );
  const box = await createBox({ mcpServers, env, cwd: home });
  try {
    await box.start();
    for (const { name, state, reason } of box.status())
      if (state !== "ready") console.log(`${name} is ${state}: ${reason ?? ""}`);
    evaluate("Real servers", box.catalog);
  } finally {
    await box.stop();
    rmSync(home, { recursive: true });
  }
}

function evaluateCollection(file: string): void {
  const path = join(FOLDER, file);
  if (!existsSync(path)) return console.log(`\n${file} is skipped: there is no ${path}`);
  type Tool = ToolDefinition & { readonly server: string };
  const { tools } = JSON.parse(readFileSync(path, "utf8")) as { readonly tools: readonly Tool[] };
  evaluate(`${file}, whole`, snapshotOf(tools));
  const telling = tools.filter(({ inputSchema }) =>
    Object.keys(inputSchema).some((keyword) => keyword !== "type"),
  );
  if (telling.length < tools.length)
    evaluate(`${file}, tools with a schema that says more than its type`, snapshotOf(telling));
}

function snapshotOf(tools: readonly (ToolDefinition & { readonly server: string })[]): Snapshot {
  const servers = [...Map.groupBy(tools, ({ server }) => server)].map(([name, own]) => ({
    name,
    lists: { tools: own, resources: [], resourceTemplates: [], prompts: [], problems: [] },
    includeTools: undefined,
    excludeTools: [],
    state: "ready" as const,
    trust: false,
  }));
  return buildSnapshot({
    servers,
    strategy: "mcp__server__tool",
    reserved: new Set(),
    pins: () => undefined,
    drift: "flag",
  });
}

await evaluateRealServers();
for (const file of ["livemcpbench.json", "toucan-pool.json"]) evaluateCollection(file);
