/** Skills as a user meets them: written, listed, approved, tried and called, from the command line, from code and from clients. */
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBox } from "../../src/box/create-box.ts";
import { Bench, TACKLE } from "./tackle.ts";

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
afterEach(() => bench.dispose());

const userSkill = (name: string) => join(bench.home, ".config/tacklebox/skills", name, "skill.ts");
const SUM = `/** Adds two numbers. */\nexport function add(a: number, b = 1): { sum: number } { console.log("adding"); return { sum: a + b }; }\n`;

describe("tackle skills new", () => {
  it.each([["--js"], ["--scope=user"]])("writes an example that works as it is: %s", async (option) => {
    const written = await bench.run(["skills", "new", "hello", option, "--json"]);
    expect(written).toMatchObject({ code: 0, json: { name: "hello", scope: "user" } });
    expect(await bench.run(["skills", "list", "--json"])).toMatchObject({
      json: [
        {
          name: "hello",
          status: "enabled",
          tools: [{ name: "greet", description: expect.any(String) }, { name: "sum" }],
          problems: [],
        },
      ],
    });
    const loaded = await bench.run(["skills", "test", "hello"]);
    expect(loaded.stdout).toMatch(
      /^ok {2}hello is loaded after \d+ ms\ndevice\.hello\.greet\(\{ who: string, tone\?: "friendly" \| "formal"/,
    );
    expect(await bench.run(["skills", "test", "hello", "greet", "who=you", "tone=formal"])).toMatchObject({
      code: 0,
      stdout: '{"text":"Good day, you."}\n',
    });
    const summed = await bench.run(["skills", "test", "hello", "sum", "--args", '{"numbers":[1,2]}']);
    expect(summed).toMatchObject({ code: 0, stdout: "3\n", stderr: "adding 2 numbers\n" });
    expect((await bench.run(["logs", "hello"])).stdout).toContain("adding 2 numbers");
  });

  it("overwrites nothing, and knows names", async () => {
    await bench.run(["skills", "new", "hello"]);
    expect(await bench.run(["skills", "new", "hello"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is a server 'hello' already"),
    });
    expect(await bench.run(["skills", "new", "../x"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("cannot be the name of a skill"),
    });
    expect(await bench.run(["skills", "new"])).toMatchObject({ code: 2 });
    expect(await bench.run(["skills", "fly"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Use list, new or test."),
    });
  });
});

describe("a project's skill", () => {
  it("runs only once it is approved, and again only as it was approved", async () => {
    const written = await bench.run(["skills", "new", "theirs", "--scope", "project"]);
    expect(written.stdout).toContain("tackle trust theirs");
    const status = async () =>
      ((await bench.run(["skills", "list", "--json"])).json as { status: string }[])[0]?.status;
    expect(await status()).toBe("untrusted");
    expect(await bench.run(["skills", "test", "theirs"])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("not approved yet"),
    });
    expect(await bench.run(["call", "theirs.greet", "who=x"])).toMatchObject({ code: 1 });

    const file = join(bench.project, "skills/theirs/skill.ts");
    const asked = await bench.run(["trust", "theirs"]);
    expect(asked.stderr).toContain(`runs        '${file}'`);
    expect((await bench.run(["trust", "theirs", "--yes"])).stdout).toContain("Approved: theirs");
    expect(await status()).toBe("enabled");
    mkdirSync(join(bench.project, "deep"));
    expect(
      await bench.run(["call", "theirs.greet", "who=x"], { cwd: join(bench.project, "deep") }),
    ).toMatchObject({
      code: 0,
      stdout: '{"text":"Hello x!"}\n',
    });

    bench.write(file, `${bench.read(file)}\n// changed\n`);
    expect(await status()).toBe("untrusted");
    expect(await bench.run(["call", "theirs.greet", "who=x", "--trust-project"])).toMatchObject({ code: 0 });
  });
});

describe("tackle skills list and doctor", () => {
  it("show what is wrong, with file, line and column, and run nothing", async () => {
    const marker = join(bench.home, "ran");
    const broken = bench.write(userSkill("broken"), "export function a() {}\nexport function b( {");
    bench.write(
      userSkill("odd"),
      `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(marker)}, "");\n/** It. */\nexport function act(a: Map<string, string>, b: string) {}`,
    );
    bench.write(userSkill("echo"), SUM);
    bench.write(bench.userFile, `{"mcpServers": {"echo": {"type": "inprocess"}}}`);
    const { json, code } = await bench.run(["skills", "list", "--json"]);
    expect(code).toBe(0);
    expect(json).toMatchObject([
      {
        name: "broken",
        status: "failed",
        tools: [],
        problems: [{ severity: "error", file: broken, line: 2, column: 21, message: "Unexpected token" }],
      },
      {
        name: "odd",
        status: "enabled",
        tools: [{ name: "act" }],
        problems: [{ severity: "warning", line: 3, column: 24 }],
      },
    ]);
    const shown = await bench.run(["skills", "list"]);
    expect(shown.stderr).toContain(`${broken}:2:21  error  Unexpected token`);
    expect(shown.stderr).toContain("Skill 'echo' is not offered: a server of that name is configured");
    expect((await bench.run(["config", "validate"])).stdout).toContain("Skill 'echo' is not offered");
    expect((await bench.run(["doctor"])).stdout).toContain(
      `Server 'broken': ${broken}:2:21: Unexpected token`,
    );
    expect((await bench.run(["status", "--json"])).json).toMatchObject([
      { name: "broken", state: "failed", reason: `${broken}:2:21: Unexpected token` },
      { name: "echo", state: "ready" },
      { name: "odd", state: "ready" },
    ]);
    expect(() => bench.read(marker)).toThrow("ENOENT");
    expect(await bench.run(["skills", "test", "odd"])).toMatchObject({ code: 0 });
    expect(bench.read(marker)).toBe("");
  });

  it("tell how to switch a skill off, and an entry does", async () => {
    bench.write(userSkill("math"), SUM);
    expect(await bench.run(["disable", "math"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`{"type": "skill", "enabled": false}`),
    });
    bench.write(bench.userFile, `{"mcpServers": {"math": {"type": "skill", "enabled": false}}}`);
    expect((await bench.run(["skills", "list", "--json"])).json).toMatchObject([
      { name: "math", status: "disabled" },
    ]);
    expect(await bench.run(["enable", "math"])).toMatchObject({ code: 0 });
    expect(await bench.run(["call", "math.add", "a=2"])).toMatchObject({ code: 0, stdout: '{"sum":3}\n' });
  });
});

describe("tackle skills test", () => {
  it("fails with the reason when the module cannot be loaded", async () => {
    bench.write(userSkill("bad"), `throw new Error("not today");\n${SUM}`);
    const failed = await bench.run(["skills", "test", "bad", "--json"]);
    expect(failed).toMatchObject({
      code: 1,
      json: { ok: false, error: expect.stringContaining("it could not be loaded: not today (skill.ts:1:7)") },
    });
    expect(await bench.run(["skills", "test", "nobody"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no server 'nobody'"),
    });
    bench.write(bench.userFile, `{"mcpServers": {"echo": {"type": "inprocess"}}}`);
    expect(await bench.run(["skills", "test", "echo"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'echo' is a server and no skill"),
    });
  });
});

describe("everywhere else", () => {
  it("a skill is found, searched, documented and called like any server, and keeps its name in code", async () => {
    bench.write(userSkill("math"), SUM);
    expect((await bench.run(["tools", "--json"])).json).toMatchObject([
      { name: "mcp__math__add", server: "math" },
    ]);
    expect((await bench.run(["search", "add two numbers", "--json"])).stdout).toContain("mcp__math__add");
    expect((await bench.run(["docs"])).stdout).toContain(
      "device.math.add({ a: number, b?: number = 1 }): Promise<{ sum: number }>",
    );
    expect((await bench.run(["docs", "math", "--json"])).json).toMatchObject([
      { server: "math", codeName: "math" },
    ]);
    expect((await bench.run(["types"])).stdout).toContain("readonly math:");
    expect(await bench.run(["call", "mcp__math__add", "a=1", "b=x"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("'b' must be a number"),
    });
    expect(await bench.run(["exec", "-e", "return (await device.math.add({ a: 1 })).sum"])).toMatchObject({
      stdout: "2\n",
    });
    const box = await createBox({ env: { HOME: bench.home }, cwd: bench.project, discover: true });
    try {
      await box.start();
      const run = await box.runCode(`const { sum } = await device.math.add({ a: 20, b: 22 }); return sum;`);
      expect(run).toMatchObject({ ok: true, value: "42" });
      expect(await box.runCode("return await device.MathMCP.add({ a: 1 })")).toMatchObject({ ok: false });
    } finally {
      await box.stop();
    }
  });

  it("a client of the gateway sees it, and its changes", async () => {
    bench.write(userSkill("math"), SUM);
    const client = new Client({ name: "test", version: "1" });
    let changes = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => void (changes += 1));
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [TACKLE, "serve", "--stdio"],
        cwd: bench.project,
        env: { HOME: bench.home, PATH: process.env["PATH"] ?? "" },
      }),
    );
    try {
      const names = async () => (await client.listTools()).tools.map(({ name }) => name);
      await expect.poll(names, { timeout: 20_000 }).toEqual(["mcp__math__add"]);
      const result = await client.callTool({ name: "mcp__math__add", arguments: { a: 5 } });
      expect(result.structuredContent).toEqual({ sum: 6 });
      changes = 0;
      bench.write(userSkill("math"), SUM.replace("function add", "function plus"));
      await expect.poll(names, { timeout: 20_000 }).toEqual(["mcp__math__plus"]);
      await expect.poll(() => changes, { timeout: 20_000 }).toBeGreaterThan(0);
    } finally {
      await client.close();
    }
  });

  it("a linked folder of skills is one's own", async () => {
    bench.write(join(bench.home, "dotfiles/math/skill.ts"), SUM);
    mkdirSync(join(bench.home, ".config/tacklebox"), { recursive: true });
    symlinkSync(join(bench.home, "dotfiles"), join(bench.home, ".config/tacklebox/skills"));
    expect(await bench.run(["call", "math.add", "a=1"])).toMatchObject({ code: 0, stdout: '{"sum":2}\n' });
    rmSync(join(bench.home, "dotfiles"), { recursive: true });
    expect((await bench.run(["list", "--json"])).json).toEqual([]);
  });
});
