/** Runs the conformance suite as a person would, and reads what it found: its exit code, its counts, the checks that failed. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { parse } from "yaml";

export type Revision = "2025-11-25" | "2026-07-28";

export interface SuiteOutcome {
  readonly code: number | null;
  /** Scenarios by name: how many checks passed, and which did not. */
  readonly scenarios: ReadonlyMap<string, ScenarioOutcome>;
  /** All that it printed. */
  readonly output: string;
}

export interface ScenarioOutcome {
  readonly passed: number;
  readonly failures: readonly string[];
}

const ROOT = resolve(import.meta.dirname, "../..");
const PACKAGE = join(ROOT, "node_modules/@modelcontextprotocol/conformance");

/** The scenarios that a revision requires of one side. */
export function requiredScenarios(revision: Revision, side: "server" | "client"): readonly string[] {
  const text = readFileSync(join(PACKAGE, "requirements", `${revision}.yaml`), "utf8");
  return (parse(text) as Record<typeof side, string[]>)[side];
}

export async function runSuite(args: readonly string[]): Promise<SuiteOutcome> {
  const folder = mkdtempSync(join(tmpdir(), "tackle-suite-"));
  try {
    const { code, output } = await run([...args, "--output-dir", folder]);
    const lines = [...output.matchAll(/^[✓✗] (\S+): (\d+) passed, \d+ failed/gmu)];
    const scenarios = lines.map(([, name = "", passed]): [string, ScenarioOutcome] => [
      name,
      { passed: Number(passed), failures: failedChecks(folder, name) },
    ]);
    return { code, scenarios: new Map(scenarios), output };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  // The suite starts `node` by its name, which must be the Node that runs this.
  const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const child = spawn(process.execPath, [join(PACKAGE, "dist/index.js"), ...args], {
    cwd: ROOT,
    env: { ...process.env, PATH: path, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((done, fail) => {
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", fail);
    child.once("close", (code) => done({ code, output }));
  });
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly description: string;
  readonly errorMessage?: string;
}

function failedChecks(folder: string, scenario: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("checks.json") && scenarioOf(file) === scenario)
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as readonly Check[])
    .filter(({ status }) => status === "FAILURE")
    .map(({ id, description, errorMessage }) => `${id}: ${errorMessage ?? description}`);
}

/** `server-ping-2026-11-16T01-50-23-701Z/checks.json` is of the scenario `ping`; a client's has no prefix. */
function scenarioOf(file: string): string {
  return dirname(file)
    .replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/u, "")
    .replace(/^server-(?=.)/u, "");
}
