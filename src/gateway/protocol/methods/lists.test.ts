import { expect, it } from "vitest";
import type { JsonObject } from "../../../types.ts";
import { modern, openGateway } from "../../fixtures/open-gateway.ts";
import { scriptedServer } from "../../fixtures/scripted-server.ts";

const TOOLS = { tools: [{ name: "lend", inputSchema: { type: "object" } }] };
const server = (name: string, hint: JsonObject) =>
  scriptedServer(name, { "tools/list": () => ({ ...TOOLS, ...hint }) }, { tools: {} });

async function hintOf(servers: Parameters<typeof openGateway>[0]["servers"], profile?: string) {
  const settings = { profiles: { code: { expose: "code" } } };
  const { open } = await openGateway({ servers: servers ?? [], settings });
  const { ttlMs, cacheScope } = (await open(profile).ask("tools/list", modern())).result ?? {};
  return { ttlMs, cacheScope };
}

const HOUR = { ttlMs: 3_600_000, cacheScope: "public" };
const MINUTE = { ttlMs: 60_000, cacheScope: "private" };

it("says how long a list holds as its server does", async () => {
  expect(await hintOf([server("a", HOUR)])).toEqual(HOUR);
});

it("promises no more for several servers than each of them does", async () => {
  expect(await hintOf([server("a", HOUR), server("b", MINUTE)])).toEqual(MINUTE);
  expect(await hintOf([server("a", HOUR), server("b", {})])).toEqual({ ttlMs: 0, cacheScope: "private" });
});

it("promises nothing for tools of its own, which change with any server", async () => {
  expect(await hintOf([server("a", HOUR)], "code")).toEqual({ ttlMs: 0, cacheScope: "private" });
});
