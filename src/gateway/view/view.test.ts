import { expect, it } from "vitest";
import { defineServer } from "../../servers/define-server.ts";
import { tool } from "../../servers/tool.ts";
import { openGateway } from "../fixtures/open-gateway.ts";

const hello = tool({ description: "Says hello", run: () => "hello" });
const quick = defineServer("quick", { hello });

const namesIn = (result: unknown) =>
  (result as { tools: readonly { name: string }[] }).tools.map(({ name }) => name);

it("shows the other servers where one is switched off", async () => {
  const retired = { command: "node", args: ["server.js"], enabled: false };
  const { connect } = await openGateway({ servers: [quick], mcpServers: { retired } });
  const client = await connect();
  expect(client.result["instructions"]).not.toContain("retired");
  expect(namesIn((await client.ask("tools/list")).result)).toEqual(["mcp__quick__hello"]);
});

it("takes the usual calls where tools are to be searched, also when there are so few that all are listed", async () => {
  const settings = { profiles: { find: { expose: "search" }, code: { expose: "code" } } };
  const { connect } = await openGateway({ servers: [quick], settings });
  const find = await connect("find");
  expect(namesIn((await find.ask("tools/list")).result)).toEqual(["mcp__quick__hello"]);
  for (const client of [find, await connect("code")]) {
    expect(await client.call("search_tools", { query: "hello" })).toContain("hello");
    expect(await client.call("describe_tools", { names: ["mcp__quick__hello"] })).toContain("Says hello");
    expect(await client.call("describe_tool", { name: "mcp__quick__hello" })).toContain("Says hello");
    expect(await client.call("call_tool", { name: "mcp__quick__hello" })).toBe("hello");
  }
  const direct = await connect();
  expect(await direct.call("search_tools", { query: "hello" })).toBe(
    "error -32602: Unknown tool: search_tools",
  );
  expect(await find.call("run_code", { code: "return 1" })).toBe("error -32602: Unknown tool: run_code");
});
