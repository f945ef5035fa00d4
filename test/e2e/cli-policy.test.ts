/** What the policy means for a person at the command line: what they may not use is not shown, and what asks is asked. */
import { spawn, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Bench, TACKLE } from "./tackle.ts";

const ECHO = resolve(import.meta.dirname, "../servers/echo.ts");

let bench: Bench;
beforeAll(async () => {
  bench = new Bench();
  const policy = [
    { server: "echo", tool: "add", decision: "deny" },
    { server: "echo", tool: "echo", decision: "ask" },
  ];
  const echo = { command: process.execPath, args: [ECHO] };
  bench.write(bench.userFile, JSON.stringify({ mcpServers: { echo }, settings: { policy } }));
  await bench.run(["status"]);
});
afterAll(() => bench.dispose());

const names = (list: unknown): readonly string[] => (list as { name: string }[]).map(({ name }) => name);

describe("a tool that the policy denies", () => {
  it("is not listed by tools, but with --all, with the reason", async () => {
    const { stderr, json } = await bench.run(["tools", "--json"]);
    expect(names(json)).toEqual(["mcp__echo__echo", "mcp__echo__environment"]);
    expect(stderr).toContain("1 tool that the policy denies you: tackle tools --all");
    const all = await bench.run(["tools", "--all", "--json"]);
    expect(all.json).toMatchObject([
      { tool: "add", denied: expect.stringContaining("rule 1 of the policy") as unknown },
      { tool: "echo", denied: null },
      { tool: "environment", denied: null },
    ]);
    expect((await bench.run(["tools", "--all"])).stdout).toMatch(/^mcp__echo__add +denied +.*rule 1/m);
  });

  it("is not found by search, also not in a program", async () => {
    const { json } = await bench.run(["search", "adds numbers, environment variables", "--json"]);
    expect(names((json as { results: unknown }).results)).toEqual(["mcp__echo__environment"]);
    const program = "(await search_skills('adds numbers, environment variables')).map(({ name }) => name)";
    const run = await bench.run(["exec", "--json", "-e", program]);
    expect(run.json).toMatchObject({ value: ["device.EchoMCP.environment"] });
  });

  it("is not documented", async () => {
    const { stdout, stderr } = await bench.run(["docs"]);
    expect(stdout).toContain("device.EchoMCP.echo");
    expect(stdout).not.toContain("device.EchoMCP.add");
    expect(stderr).toContain("1 tool that the policy denies you");
  });

  it("is not declared by types", async () => {
    const { json, stderr } = await bench.run(["types", "--json"]);
    const declarations = expect.not.stringContaining("add(") as unknown;
    expect(json).toMatchObject({ tools: 2, declarations });
    expect(stderr).toContain("1 tool that the policy denies you");
    expect((await bench.run(["types"])).stdout).toContain("echo(args: { text: string })");
  });

  it("gives the reason to whoever calls it", async () => {
    expect((await bench.run(["call", "echo.add", "a=1", "b=2"])).stderr).toContain("rule 1 of the policy");
  });
});

const hasScript = String(spawnSync("script", ["--version"]).stdout).includes("util-linux");

describe.skipIf(!hasScript)("on a terminal (needs util-linux' script), a tool that asks", () => {
  /** Answers the question when it is there. */
  async function answer(args: readonly string[], typed: string) {
    const line = [process.execPath, TACKLE, ...args].map((word) => `'${word}'`).join(" ");
    const child = spawn("script", ["-qec", line, "/dev/null"], {
      cwd: bench.project,
      env: { PATH: process.env["PATH"], HOME: bench.home, TERM: "dumb", NO_COLOR: "1" },
    });
    let shown = "";
    let wasAsked = false;
    child.stdout.on("data", (chunk: Buffer) => {
      shown += chunk.toString();
      if (wasAsked || !shown.includes("[N]o: ")) return;
      wasAsked = true;
      child.stdin.write(typed);
    });
    const code = await new Promise<number | null>((done, fail) => {
      child.once("error", fail);
      child.once("close", done);
    });
    return { code, shown, wasAsked };
  }
  const call = ["call", "echo.echo", "text=hello there"];
  const program = ["exec", "-e", "await device.EchoMCP.echo({ text: `hello there` })"];

  it.each([
    ["call", call],
    ["exec", program],
  ])("is asked about by %s, and called after a yes", async (_name, args) => {
    const { code, shown } = await answer(args, "o\r");
    expect(shown).toContain('wants to call the tool "echo" of the server "echo"');
    expect(shown).toMatch(/\nhello there\r?\n/);
    expect(code).toBe(0);
  });

  it.each([
    ["call", call],
    ["exec", program],
  ])("is not called by %s after a no", async (_name, args) => {
    const { code, shown } = await answer(args, "n\r");
    expect(shown).toContain("a person refused it");
    expect(code).toBe(1);
  });

  it("ends the command on Ctrl-C", async () => {
    expect(await answer(call, "\u0003")).toMatchObject({ code: 130, wasAsked: true });
  });

  it("is not asked about where a program reads the answer", async () => {
    const { shown, wasAsked } = await answer([...call, "--json"], "o\r");
    expect(wasAsked).toBe(false);
    expect(shown).toContain("there is nobody to ask");
  });

  it("has the answer in the audit trail", async () => {
    await answer(call, "o\r");
    const { stdout } = await bench.run(["audit", "--json"]);
    expect(stdout).toContain('"approval"');
  });
});
