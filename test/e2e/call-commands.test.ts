import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Bench } from "./tackle.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const ECHO = join(ROOT, "test/servers/echo.ts");
const EVERYTHING = join(ROOT, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");

let bench: Bench;
beforeAll(async () => {
  bench = new Bench();
  await bench.run(["add", "echo", "-e", "API_TOKEN=canary-secret-1", "--", process.execPath, ECHO]);
  await bench.run(["add", "everything", "--", process.execPath, EVERYTHING, "stdio"]);
  await bench.run(["status"]); // waits for both, however slow the machine is
});
afterAll(() => bench.dispose());

const json = async (...args: string[]) => (await bench.run([...args, "--json"])).json;

describe("tools", () => {
  it("lists every tool with the promised fields, and those of one server", async () => {
    const tools = (await json("tools")) as { name: string; server: string }[];
    expect(tools.find((tool) => tool.name === "mcp__echo__add")).toMatchObject({
      server: "echo",
      tool: "add",
      description: "Adds two numbers.",
      inputSchema: { type: "object" },
    });
    expect(new Set(tools.map((tool) => tool.server))).toEqual(new Set(["echo", "everything"]));
    expect(await json("tools", "echo")).toHaveLength(3);
  });
});

describe("call", () => {
  it("says that its time came with it, or that it is the server's", async () => {
    const [command, slow] = [process.execPath, join(ROOT, "test/servers/slow.ts")];
    const mcpServers = {
      slow: { command, args: [slow] },
      hasty: { command, args: [slow], timeout: 2000 },
    };
    const file = bench.write("slow.json", JSON.stringify({ mcpServers }));
    const [given, own] = await Promise.all([
      json("call", "slow.slow", "milliseconds=60000", "--timeout", "1s", "--mcp-config", file),
      json("call", "hasty.slow", "milliseconds=60000", "--mcp-config", file),
    ]);
    const hint = (text: string) => expect.stringContaining(text) as unknown;
    expect(given).toMatchObject({ outcome: "timeout", hint: hint("was given 1000 ms (--timeout") });
    expect(own).toMatchObject({
      outcome: "timeout",
      hint: expect.not.stringContaining("--timeout") as unknown,
    });
  });

  it("types values by the tool's schema, and takes every form of a name", async () => {
    for (const name of [
      "mcp__echo__add",
      "add@echo",
      "mcp_echo_add",
      "echo::add",
      "echo.add",
      "echo/add",
      "add",
    ]) {
      const { stdout, code } = await bench.run(["call", name, "a=1", "b=2"]);
      expect({ name, stdout, code }).toEqual({ name, stdout: "3\n", code: 0 });
    }
  });

  it("gives the whole result as JSON, and the server's own with --raw", async () => {
    expect(await json("call", "echo.echo", "text=hi")).toMatchObject({
      success: true,
      output: "hi",
      data: null,
      error: null,
      content: [{ type: "text", text: "hi" }],
      server: "echo",
      tool: "echo",
      durationMs: expect.any(Number),
    });
    expect(await json("call", "echo.echo", "text=hi", "--raw")).toMatchObject({
      content: [{ type: "text", text: "hi" }],
    });
  });

  it("takes arguments as JSON, also from stdin", async () => {
    expect((await bench.run(["call", "echo.echo", "--args", `{"text": "a b"}`])).stdout).toBe("a b\n");
    expect((await bench.run(["call", "echo.echo", "--args", "-"], { stdin: `{"text": "in"}` })).stdout).toBe(
      "in\n",
    );
  });

  it.each([
    [["call", "echo.add", "a=x", "b=2"], "'a' must be a number"],
    [["call", "echo.ad", "a=1"], "mcp__echo__add"],
    [["call", "no_such_tool_at_all"], "There is no tool"],
  ])("says what is wrong with %j", async (args, part) => {
    const { code, stderr, stdout } = await bench.run(args);
    expect(code).toBe(1);
    expect(stderr).toContain(part);
    expect(stdout).toBe("");
  });

  it("refuses a folder for images that cannot be written, before the tool runs", async () => {
    const { code, stderr } = await bench.run(["call", "get-tiny-image", "--output", "/dev/null/x"]);
    expect(code).toBe(2);
    expect(stderr).toContain("cannot be written");
  });

  it("saves images", async () => {
    const folder = join(bench.home, "images");
    const { saved } = (await json("call", "everything.get-tiny-image", "-o", folder)) as { saved: string[] };
    expect(saved).toHaveLength(1);
    expect(
      readFileSync(saved[0] ?? "")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  });

  it("hides what a server says to a terminal", async () => {
    const { stdout } = await bench.run(["call", "echo.echo", "text=\u001b[31mred"]);
    expect(stdout).not.toContain("\u001b");
  });
});

describe("resources and prompts", () => {
  it("are listed and read", async () => {
    const resources = (await json("resources")) as { server: string; uri?: string }[];
    const uri = resources.find((resource) => resource.uri !== undefined)?.uri ?? "";
    expect(resources.every((resource) => resource.server === "everything")).toBe(true);
    expect(await json("resources", "read", uri)).toMatchObject({ contents: [{ uri }] });
    expect((await bench.run(["resources", "read", "nope://x"])).code).toBe(1);
    const prompts = (await json("prompts")) as { name: string; prompt: string }[];
    const simple = prompts.find(({ prompt }) => prompt.includes("simple"));
    expect(await json("prompts", "get", simple?.name ?? "")).toMatchObject({ messages: [{ role: "user" }] });
  });

  it("say which arguments of a prompt are missing", async () => {
    const { code, stderr } = await bench.run(["prompts", "get", "args-prompt", "state=Maine"]);
    expect(code).toBe(2);
    expect(stderr).toContain("The prompt 'args-prompt' needs 'city'");
    expect(stderr).toContain("tackle prompts get args-prompt city=…");
    expect((await bench.run(["prompts", "get", "args-prompt", "city=Bath"])).stdout).toContain("Bath");
  });

  it("are saved where they are no text, as the images of a call are", async () => {
    const read = ["resources", "read", "demo://resource/dynamic/blob/1"];
    const shown = await bench.run(read);
    expect(shown.stderr).toContain("Save it with --output DIR");
    const run = await bench.run([...read, "-o", "files"]);
    const [, file = ""] = /^saved (files\/1-[0-9a-f]{8}-1\.\w+)$/m.exec(run.stderr) ?? [];
    expect(bench.read(file)).toContain("Resource 1: This is a base64 blob");
    expect(await json(...read, "-o", "files")).toMatchObject({ saved: [file] });
  });
});

describe("records", () => {
  it("show usage and a trail whose links hold, without secrets", async () => {
    await bench.run(["call", "echo.echo", "text=canary-secret-1"]);
    const stats = (await json("stats")) as { server: string; tool: string; calls: number }[];
    expect(stats.find(({ tool }) => tool === "add")?.calls).toBeGreaterThanOrEqual(7);
    expect(await json("audit", "verify")).toMatchObject({ isIntact: true });
    const trail = await bench.run(["audit", "--json", "-n", "1000"]);
    expect(trail.json).toContainEqual(
      expect.objectContaining({ type: "call", outcome: "invalid-arguments" }),
    );
    expect(trail.stdout).not.toContain("canary");
    const database = join(bench.home, ".local/state/tacklebox/tacklebox.db");
    expect(existsSync(database)).toBe(true);
    expect(readFileSync(database).includes("canary-secret-1")).toBe(false);
  });

  it("keep what a person allowed and accepted", async () => {
    await bench.run(["approve", "echo.echo"]);
    expect(await json("approve")).toMatchObject([{ server: "echo", tool: "echo" }]);
    expect((await bench.run(["approve", "--revoke", "echo.echo"])).stdout).toContain("asks again");
    expect(await json("approve")).toEqual([]);
    const trailBefore = (await json("audit", "-n", "1000")) as unknown[];
    const again = await bench.run(["approve", "--revoke", "echo.echo"]);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("nothing to revoke") as unknown });
    expect(await json("approve", "--revoke", "echo.echo")).toMatchObject({ approved: false, revoked: false });
    expect(await json("audit", "-n", "1000")).toHaveLength(trailBefore.length);
    expect(await json("pins")).toMatchObject([
      { server: "echo", same: 3, changed: 0 },
      { server: "everything" },
    ]);
    expect((await bench.run(["pins", "diff", "echo"])).stdout).toBe("Nothing changed.\n");
    await bench.run(["pins", "approve", "echo"]);
    const trail = (await json("audit")) as { type: string }[];
    expect(trail.map(({ type }) => type)).toEqual(expect.arrayContaining(["approval", "pin-change"]));
  });
});
