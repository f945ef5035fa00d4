import { afterEach, expect, it, vi } from "vitest";
import { defineServer } from "../servers/define-server.ts";
import { tool } from "../servers/tool.ts";
import { temporaryFolder } from "../util/fixtures/folder.ts";
import { modern, openGateway } from "./fixtures/open-gateway.ts";

const quick = defineServer("quick", { hello: tool({ description: "Says hello", run: () => "hello" }) });

/** Nothing can be stopped that has not begun. */
const sleeping = new Set<() => void>();
afterEach(() => {
  for (const wake of sleeping) wake();
  vi.useRealTimers();
});

/** A server that begins to speak only when it is told to. */
function lateServer() {
  const { promise, resolve } = Promise.withResolvers<void>();
  sleeping.add(resolve);
  let calls = 0;
  const run = (): string => {
    calls++;
    return "hi";
  };
  const server = defineServer("late", { hi: tool({ description: "Says hi", run }) });
  const start: typeof server.start = async (transport) => {
    await promise;
    await server.start(transport);
  };
  return { server: { name: "late", start }, wake: resolve, calls: () => calls };
}

async function open() {
  const { server, wake, calls } = lateServer();
  return { ...(await openGateway({ servers: [quick, server] })), wake, calls };
}

/** Time stands still, so that what waits for a server waits for ever. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
}

const namesIn = (result: unknown) =>
  (result as { tools: readonly { name: string }[] }).tools.map(({ name }) => name);

it("shakes hands, answers a ping and is discovered while a server hangs", async () => {
  stopTime();
  const { connect, open: openClient } = await open();
  const client = await connect();
  expect(client.result["instructions"]).toContain("- late (starting)");
  expect(await client.ask("ping")).toMatchObject({ result: {} });
  const discovered = await openClient().ask("server/discover", modern());
  expect(discovered.result).toMatchObject({ resultType: "complete" });
});

it("says of a server that hangs what it knows from the last time", async () => {
  const home = temporaryFolder();
  const words = "Knows everything.";
  const known = defineServer(
    "late",
    { hi: tool({ description: "Says hi", run: () => "hi" }) },
    { instructions: words },
  );
  const before = await openGateway({ servers: [known] }, { home });
  await (await before.connect()).ask("tools/list");
  await before.box.stop();
  stopTime();
  const { connect } = await openGateway({ servers: [lateServer().server] }, { home });
  expect((await connect()).result["instructions"]).toContain(`- late (1 tool): ${words}`);
});

it("calls what is known at once, and what is not when its server has come", async () => {
  stopTime();
  const { connect, wake } = await open();
  const client = await connect();
  const late = client.call("mcp__late__hi");
  expect(await client.call("mcp__quick__hello")).toBe("hello");
  wake();
  expect(await late).toBe("hi");
});

it("does not count the start of its server against the time of a call", async () => {
  const home = temporaryFolder();
  const { server, wake } = lateServer();
  const mcpServers = { late: { type: "inprocess", timeout: 100 } };
  const known = defineServer("late", { hi: tool({ description: "Says hi", run: () => "hi" }) });
  const before = await openGateway({ servers: [known], mcpServers }, { home });
  await (await before.connect()).ask("tools/list");
  await before.box.stop();
  stopTime();
  const { connect } = await openGateway({ servers: [server], mcpServers }, { home });
  const client = await connect();
  const called = client.call("mcp__late__hi");
  await client.ask("ping");
  await vi.advanceTimersByTimeAsync(2000);
  wake();
  expect(await called).toBe("hi");
});

it("lets lists wait for a server that is about to come, and then has no change to announce", async () => {
  stopTime();
  const { connect, wake } = await open();
  const client = await connect();
  const listed = client.ask("tools/list");
  wake();
  expect(namesIn((await listed).result)).toEqual(["mcp__late__hi", "mcp__quick__hello"]);
  await client.ask("ping");
  expect(client.strays).toEqual([]);
});

it("lets lists wait three seconds, and announces who comes later", async () => {
  stopTime();
  const { connect, wake } = await open();
  const client = await connect();
  expect(await client.call("mcp__quick__hello")).toBe("hello");
  const listed = client.ask("tools/list");
  await client.ask("ping");
  await vi.advanceTimersByTimeAsync(3000);
  expect(namesIn((await listed).result)).toEqual(["mcp__quick__hello"]);
  expect(namesIn((await client.ask("tools/list")).result)).toEqual(["mcp__quick__hello"]);
  wake();
  expect(await client.next()).toMatchObject({ method: "notifications/tools/list_changed" });
});

it("does not wait for servers that an endpoint does not show", async () => {
  stopTime();
  const { server } = lateServer();
  const settings = { profiles: { quick: { servers: ["quick"] } } };
  const { connect } = await openGateway({ servers: [quick, server], settings });
  const client = await connect("quick");
  expect(namesIn((await client.ask("tools/list")).result)).toEqual(["mcp__quick__hello"]);
  expect(await client.call("nothing")).toBe("error -32602: Unknown tool: nothing");
});

it("makes no call that its client gave up while the server was still starting", async () => {
  const { connect, wake, calls } = await open();
  const client = await connect();
  client.send({ id: "late", method: "tools/call", params: { name: "mcp__late__hi" } });
  client.send({ method: "notifications/cancelled", params: { requestId: "late" } });
  await client.ask("ping");
  wake();
  expect(await client.call("mcp__late__hi")).toBe("hi");
  expect(calls()).toBe(1);
});
