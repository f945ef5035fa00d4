import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../util/fixtures/folder.ts";
import type { ScriptOutcome } from "./script-result.ts";
import { startScripts, type ScriptCall } from "./scripts.ts";

const NOTHING: ScriptOutcome = { value: undefined, content: [], logs: [], failures: [] };

async function connect(folder: string, run: (call: ScriptCall) => Partial<ScriptOutcome> = () => ({})) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  const problems: string[] = [];
  await startScripts(theirs, {
    folder,
    run: async (call) => ({ ...NOTHING, ...run(call) }),
    onProblems: (news) => problems.push(...news.map(({ message }) => message)),
  });
  await client.connect(ours);
  onTestFinished(() => client.close());
  return { client, problems };
}

it("offers scripts with their description and parameters", async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, "a.ts"),
    '/** Does A.\n@parameters {"type": "object", "properties": {"x": {}}} */ 1',
  );
  writeFileSync(join(folder, "b.js"), "1");
  writeFileSync(join(folder, "c.js"), "/** @c */");
  const { client, problems } = await connect(folder);
  expect((await client.listTools()).tools).toMatchObject([
    { name: "a", description: "Does A.", inputSchema: { type: "object", properties: { x: {} } } },
    { name: "b", description: "Runs the saved script 'b'" },
  ]);
  expect(problems).toEqual(["'@c' is not known here: there is only @parameters"]);
});

it("says when files came, changed or went", async () => {
  const folder = temporaryFolder();
  const { client } = await connect(folder);
  let news = 0;
  client.setNotificationHandler("notifications/tools/list_changed", () => void news++);
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  expect(await names()).toEqual([]);
  writeFileSync(join(folder, "a.ts"), "1");
  await expect.poll(() => news, { timeout: 10_000 }).toBe(1);
  expect(await names()).toEqual(["a"]);
  rmSync(join(folder, "a.ts"));
  await expect.poll(() => news, { timeout: 10_000 }).toBe(2);
  expect(await names()).toEqual([]);
});

it("hands the program of now, its input and the id of the call to whoever runs it", async () => {
  const folder = temporaryFolder();
  const calls: ScriptCall[] = [];
  const { client } = await connect(folder, (call) => {
    calls.push(call);
    return { value: { done: true } };
  });
  writeFileSync(join(folder, "a.ts"), "return 5");
  const params = { name: "a", arguments: { x: 1 }, _meta: { "tacklebox/call": "call-1" } };
  expect(await client.callTool(params)).toMatchObject({
    content: [{ type: "text", text: '{"done":true}' }],
    structuredContent: { done: true },
  });
  expect(calls).toMatchObject([{ code: "return 5", input: { x: 1 }, call: "call-1" }]);
});

it.each([
  ["a text", { value: "hello" }, { content: [{ type: "text", text: "hello" }] }],
  ["a list", { value: [1] }, { content: [{ type: "text", text: "[1]" }] }],
  ["nothing at all", {}, { content: [] }],
  ["null", { value: null }, { content: [{ type: "text", text: "null" }] }],
  [
    "a failure with its place and what was printed before",
    { failures: [{ message: "Error: no", line: 2, column: 3 }], logs: [{ level: "info", text: "before" }] },
    { content: [{ type: "text", text: "a.ts:2:3: Error: no\nbefore" }], isError: true },
  ],
] as const)("gives %s", async (_what, outcome, expected) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.ts"), "1");
  const { client } = await connect(folder, () => outcome);
  expect(await client.callTool({ name: "a", arguments: {} })).toEqual(expected);
});

it("says so when a script is gone, or can no longer be read", async () => {
  const folder = temporaryFolder();
  const { client } = await connect(folder);
  const call = async () => (await client.callTool({ name: "a", arguments: {} })).content[0];
  expect(await call()).toMatchObject({ text: "There is no script 'a' any more" });
  writeFileSync(join(folder, "a.ts"), "/** @x */");
  expect(await call()).toMatchObject({ text: expect.stringContaining("a.ts:1: '@x' is not known here") });
});
