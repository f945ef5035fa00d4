/** Every program in examples/programs runs as it stands, ends by itself, and prints what it is there to show; so do the skills. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createBox } from "../../src/box/create-box.ts";

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

describe("the skill weather", () => {
  const SKILLS = resolve(PROGRAMS, "../skills");

  it("is the only one", () => {
    expect(readdirSync(SKILLS)).toEqual(["weather"]);
  });

  it("offers its functions and methods, with what their types say", async () => {
    const box = await createBox({
      env: { HOME: home },
      cwd: home,
      mcpServers: { weather: { type: "skill", options: { folder: join(SKILLS, "weather") } } },
    });
    const remarks: string[] = [];
    box.on("server-stderr", ({ line }) => remarks.push(line));
    try {
      await box.start();
      const call = (tool: string, args: Record<string, unknown> = {}) =>
        box.call({ server: "weather", tool }, args);
      expect(box.tools().map(({ tool }) => tool)).toEqual(["compare", "favourites", "forecast", "remember"]);
      const { data } = await call("forecast", { city: "Bern", days: 2 });
      expect(data).toEqual({
        city: "Bern",
        days: [
          { date: "2026-01-01", sky: "cloudy", high: 13, low: 5 },
          { date: "2026-01-02", sky: "sunny", high: 12, low: 6 },
        ],
      });
      expect(await call("forecast", { city: "Bern", days: 20 })).toMatchObject({
        error: "'days' must be from 1 to 14",
      });
      expect(await call("forecast", { city: "Bern", unit: "kelvin" })).toMatchObject({
        outcome: "invalid-arguments",
      });
      const compared = await call("compare", {
        first: { city: "Rome" },
        second: { city: "Oslo", country: "NO" },
      });
      expect(compared.output).toBe("Rome is 10 degrees warmer than Oslo");
      await call("remember", { city: "Bern" });
      expect((await call("favourites")).output).toBe('[{"city":"Bern"}]');
      expect(remarks.filter((line) => line.includes("cannot be described"))).toEqual([]);
    } finally {
      await box.stop();
    }
  });
});
