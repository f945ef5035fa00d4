/** Every program in examples/programs runs as it stands, ends by itself, and prints what it is there to show. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";

const PROGRAMS = resolve(import.meta.dirname, "../../examples/programs");

const home = mkdtempSync(join(tmpdir(), "tackle-examples-"));
afterAll(() => rmSync(home, { recursive: true }));

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  "define-a-server.ts": [
    "mcp__weather__forecast: Tells the weather of a city",
    "{ city: 'Bern', days: 1, text: 'sunny' }",
    "'city' must be a string, not 5",
  ],
  "agent-loop-ai-sdk.ts": [
    "mcp__weather__forecast { city: 'Bern' } →",
    `output: '{"city":"Bern","text":"sunny"}'`,
    "mcp__weather__forecast { city: 'Rome' } →",
    "It is sunny in Bern and rainy in Rome.",
  ],
};

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(program: string): Promise<Run> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [join(PROGRAMS, program)],
      { timeout: 30_000, env: { PATH: process.env["PATH"], HOME: home, NO_COLOR: "1" } },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

it("knows every program", () => {
  const programs = readdirSync(PROGRAMS).filter((name) => name.endsWith(".ts"));
  expect(programs.sort()).toEqual(Object.keys(EXPECTED).sort());
});

it.each(Object.entries(EXPECTED))("runs %s", async (program, expected) => {
  const { code, stdout, stderr } = await run(program);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const line of expected) expect(stdout).toContain(line);
});
