/** Programs that people use today find the tools behind the gateway and call them. */
import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createMCPClient } from "@ai-sdk/mcp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type Gateway } from "./gateway.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const ECHO = join(ROOT, "test/servers/echo.ts");
const execute = promisify(execFile);

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ servers: { echo: { command: process.execPath, args: [ECHO] } } });
});
afterAll(() => gateway.stop());

/** Runs a program of a package in a home of its own, and gives the JSON that it prints. */
async function run(program: string, args: readonly string[]): Promise<unknown> {
  const { bench } = gateway;
  const { stdout } = await execute(process.execPath, [join(ROOT, "node_modules/.bin", program), ...args], {
    cwd: bench.project,
    env: { HOME: bench.home, PATH: process.env["PATH"], NO_COLOR: "1" },
  });
  return JSON.parse(stdout);
}

describe.for(["legacy", "modern", "auto"])("the MCP inspector, asking in the %s era,", (era) => {
  const inspect = (...args: readonly string[]) =>
    run("mcp-inspector", ["--cli", gateway.url, "--protocol-era", era, "--format", "json", ...args]);

  it("lists the tools", async () => {
    expect(await inspect("--method", "tools/list")).toMatchObject({
      result: { tools: expect.arrayContaining([expect.objectContaining({ name: "mcp__echo__echo" })]) },
    });
  });

  it("calls one", async () => {
    const call = ["--method", "tools/call", "--tool-name", "mcp__echo__add", "--tool-arg", "a=2", "b=40"];
    expect(await inspect(...call)).toMatchObject({
      result: { content: [{ type: "text", text: "42" }] },
    });
  });
});

describe("mcporter", () => {
  const port = (...args: readonly string[]) => {
    const config = { mcpServers: { box: { baseUrl: gateway.url } }, imports: [] };
    const file = gateway.bench.write("mcporter.json", JSON.stringify(config));
    return run("mcporter", ["--config", file, ...args]);
  };

  it("lists the tools", async () => {
    expect(await port("list", "--json")).toMatchObject({
      servers: [
        {
          name: "box",
          status: "ok",
          tools: expect.arrayContaining([expect.objectContaining({ name: "mcp__echo__echo" })]),
        },
      ],
    });
  });

  it("calls one", async () => {
    expect(await port("call", "box.mcp__echo__echo", "text=hello", "--output", "json")).toMatchObject({
      content: [{ type: "text", text: "hello" }],
    });
  });
});

describe.for([true, false])("the AI SDK (asking for the new era first: %s)", (protocolVersionDiscovery) => {
  it("lists the tools and calls one", async () => {
    const transport = { type: "http" as const, url: gateway.url };
    const client = await createMCPClient({ transport, protocolVersionDiscovery });
    try {
      const tools = await client.tools();
      expect(Object.keys(tools)).toContain("mcp__echo__echo");
      const call = { toolCallId: "1", messages: [], context: {} };
      expect(await tools["mcp__echo__echo"]?.execute({ text: "hello" }, call)).toMatchObject({
        content: [{ type: "text", text: "hello" }],
      });
    } finally {
      await client.close();
    }
  });
});
