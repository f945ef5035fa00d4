/** Who may use the gateway, and for how long. */
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { createServer as createEcho } from "../servers/echo.ts";
import { serveWebHandler } from "../servers/http/web-handler.ts";
import { startGateway, type Gateway } from "./gateway.ts";
import { CLIENT_KINDS, connectClient, type PairingClient } from "./pairing-clients.ts";
import { headersOf, initializeParams, paramsOf } from "./raw-clients.ts";
import { Bench } from "./tackle.ts";

const SERVERS = resolve(import.meta.dirname, "../servers");
const program = (file: string) => ({ command: process.execPath, args: [join(SERVERS, file)] });
const servers = { echo: program("echo.ts"), slow: program("slow.ts") };
const settings = { profiles: { build: { servers: ["echo"] } } };
const ROUTES = ["/mcp", "/mcp/build", "/mcp/other", "/servers/echo/mcp", "/metrics"] as const;

interface Created {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

const open: PairingClient[] = [];
afterEach(async () => {
  await Promise.allSettled(open.splice(0).map((client) => client.close()));
});

/** The status of the simplest request that makes sense at an address. */
async function knock(
  gateway: Gateway,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const url = new URL(path, gateway.url);
  if (path === "/metrics") return fetch(url, { headers });
  const params = paramsOf("modern", {});
  return fetch(url, {
    method: "POST",
    headers: { ...headersOf("modern", "tools/list", {}), ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params }),
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function statuses(gateway: Gateway, headers: Record<string, string>): Promise<Record<string, number>> {
  const found = ROUTES.map(async (path) => [path, (await knock(gateway, path, headers)).status] as const);
  return Object.fromEntries(await Promise.all(found));
}

async function create(bench: Bench, ...args: readonly string[]): Promise<Created> {
  const { json, code, stderr } = await bench.run(["token", "create", ...args, "--json"]);
  expect(code, stderr).toBe(0);
  return json as Created;
}

/** A token whose time is over: nobody can make one, but everyone has one some day. */
async function createExpired(bench: Bench, name: string): Promise<Created> {
  const created = await create(bench, name, "--expires", "1m");
  const file = join(bench.home, ".local/state/tacklebox/tokens.json");
  const tokens = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>[];
  const changed = tokens.map((one) => (one["id"] === created.id ? { ...one, expiresAt: Date.now() } : one));
  writeFileSync(file, JSON.stringify(changed));
  return created;
}

describe("on loopback", () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ servers, settings });
  });
  afterAll(() => gateway.stop());

  it("nobody needs a token, but one that is shown must be in order, at every address", async () => {
    const nobody = {
      "/mcp": 200,
      "/mcp/build": 200,
      "/mcp/other": 404,
      "/servers/echo/mcp": 200,
      "/metrics": 200,
    };
    expect(await statuses(gateway, {})).toEqual(nobody);
    const { token } = await create(gateway.bench, "known");
    await expect.poll(async () => (await knock(gateway, "/mcp", bearer(token))).status).toBe(200);
    const wrong = [
      bearer("x"),
      bearer(`${token.slice(0, -1)}~`),
      { authorization: token },
      { authorization: "" },
    ];
    for (const headers of wrong)
      expect(Object.values(await statuses(gateway, headers))).toEqual(ROUTES.map(() => 401));
  });

  it("a token in the address counts for nothing, and is no reason to refuse", async () => {
    const { token } = await create(gateway.bench, "in-address", "--profile", "build");
    expect((await knock(gateway, `/mcp?token=${token}&access_token=${token}`)).status).toBe(200);
    expect((await knock(gateway, `/servers/echo/mcp?access_token=${token}`)).status).toBe(200);
  });

  it("a token that is limited opens its profiles alone", async () => {
    const { token } = await create(gateway.bench, "limited", "--profile", "build");
    const opened = {
      "/mcp": 403,
      "/mcp/build": 200,
      "/mcp/other": 403,
      "/servers/echo/mcp": 403,
      "/metrics": 403,
    };
    await expect.poll(() => statuses(gateway, bearer(token))).toEqual(opened);
    const both = await create(gateway.bench, "both", "--profile", "default", "--profile", "other");
    const more = {
      "/mcp": 200,
      "/mcp/build": 403,
      "/mcp/other": 404,
      "/servers/echo/mcp": 403,
      "/metrics": 403,
    };
    await expect.poll(() => statuses(gateway, bearer(both.token))).toEqual(more);
    const refused = await knock(gateway, "/mcp", bearer(token));
    expect(refused.headers.get("www-authenticate")).toContain('error="insufficient_scope"');
  });

  it("a session belongs to the token that began it, also between two of the same name", async () => {
    const [one, other] = [await create(gateway.bench, "twin"), await create(gateway.bench, "twin")];
    await expect.poll(async () => (await knock(gateway, "/mcp", bearer(other.token))).status).toBe(200);
    const post = (body: object, headers: Record<string, string>) =>
      fetch(gateway.url, {
        method: "POST",
        headers: { ...headersOf("legacy", "", {}), ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", ...body }),
      });
    const begun = await post({ id: 1, method: "initialize", params: initializeParams }, bearer(one.token));
    const session = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
    const list = { id: 2, method: "tools/list" };
    expect((await post(list, { ...session, ...bearer(one.token) })).status).toBe(200);
    expect((await post(list, { ...session, ...bearer(other.token) })).status).toBe(404);
    expect((await post(list, session)).status).toBe(404);
  });

  it("a record of a call names the token that made it", async () => {
    const { token, id } = await create(gateway.bench, "recorded");
    await expect.poll(async () => (await knock(gateway, "/mcp", bearer(token))).status).toBe(200);
    const client = await connectClient("v2 modern", gateway.url, { token });
    open.push(client);
    await client.call("mcp__echo__echo", { text: "hi" });
    const find = async () => {
      const { json } = await gateway.bench.run(["audit", "--json"]);
      return (json as { type: string; subject: unknown }[]).find(({ type }) => type === "call")?.subject;
    };
    await expect.poll(find, { timeout: 10_000 }).toEqual({ kind: "client", name: `recorded:${id}` });
  });
});

describe("with --require-token", () => {
  let gateway: Gateway;
  let reader: Created;
  beforeAll(async () => {
    gateway = await startGateway({ servers, settings, args: ["--require-token"] });
    reader = await create(gateway.bench, "reader");
  });
  const inFlight = async () => {
    const page = await (await knock(gateway, "/metrics", bearer(reader.token))).text();
    return /calls_in_flight (\d+)/.exec(page)?.[1];
  };
  afterAll(() => gateway.stop());

  it("nobody comes in without one, and is told what is missing; health is open", async () => {
    expect(Object.values(await statuses(gateway, {}))).toEqual(ROUTES.map(() => 401));
    const refused = await knock(gateway, "/mcp");
    expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="tacklebox"');
    expect((await fetch(new URL("/healthz", gateway.url))).status).toBe(200);
  });

  it("a token in the address opens nothing", async () => {
    const { token } = await create(gateway.bench, "address");
    await expect.poll(async () => (await knock(gateway, "/mcp", bearer(token))).status).toBe(200);
    expect((await knock(gateway, `/mcp?access_token=${token}`)).status).toBe(401);
  });

  it.each(CLIENT_KINDS)("a %s client works with one", async (kind) => {
    const { token } = await create(gateway.bench, "worker");
    await expect.poll(async () => (await knock(gateway, "/mcp", bearer(token))).status).toBe(200);
    const client = await connectClient(kind, gateway.url, { token });
    open.push(client);
    expect(await client.call("mcp__echo__echo", { text: "hi" })).toMatchObject({
      content: [{ type: "text", text: "hi" }],
    });
  });

  it.each(CLIENT_KINDS)(
    "revoking ends what a %s client has under way, and lets it begin nothing",
    async (kind) => {
      const { token, id } = await create(gateway.bench, "revoked");
      await expect.poll(async () => (await knock(gateway, "/mcp", bearer(token))).status).toBe(200);
      const client = await connectClient(kind, gateway.url, { token });
      open.push(client);
      const call = client.call("mcp__slow__slow", { milliseconds: 25_000 }).then(
        () => "finished",
        () => "ended",
      );
      await expect.poll(inFlight, { timeout: 10_000 }).toBe("1");
      expect((await gateway.bench.run(["token", "revoke", id])).code).toBe(0);
      await expect.poll(async () => (await knock(gateway, "/mcp", bearer(token))).status).toBe(401);
      await expect.poll(inFlight, { timeout: 10_000 }).toBe("0");
      await client.close();
      expect(await call).toBe("ended");
    },
  );

  it("revoking closes the streams on which clients wait for news", async () => {
    const { token, id } = await create(gateway.bench, "listener");
    await expect.poll(async () => (await knock(gateway, "/mcp", bearer(token))).status).toBe(200);
    const method = "subscriptions/listen";
    const params = paramsOf("modern", { notifications: { toolsListChanged: true } });
    const stream = await fetch(gateway.url, {
      method: "POST",
      headers: { ...headersOf("modern", method, {}), ...bearer(token) },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    expect(stream.status).toBe(200);
    expect((await gateway.bench.run(["token", "revoke", id])).code).toBe(0);
    await expect(stream.text()).rejects.toThrow(/terminated|aborted|closed/i);
  });

  it("a token that expires opens nothing from then on", async () => {
    const { token } = await createExpired(gateway.bench, "brief");
    expect((await knock(gateway, "/mcp", bearer(token))).status).toBe(401);
    const { json } = await gateway.bench.run(["token", "list", "--json"]);
    expect(json).toContainEqual(expect.objectContaining({ name: "brief", isExpired: true }));
  });
});

it("a client's token goes no further than the gateway", async () => {
  const seen: string[] = [];
  const handler = createMcpHandler(createEcho);
  const upstream = await serveWebHandler(async (request) => {
    seen.push(JSON.stringify([...request.headers]), await request.clone().text());
    return handler.fetch(request);
  });
  const gateway = await startGateway({ servers: { remote: { url: upstream.url } } });
  try {
    const { token } = await create(gateway.bench, "private");
    await expect.poll(async () => (await knock(gateway, "/mcp", bearer(token))).status).toBe(200);
    for (const kind of CLIENT_KINDS) {
      const client = await connectClient(kind, gateway.url, { token });
      open.push(client);
      await client.call("mcp__remote__echo", { text: `from ${kind}` });
      expect(seen.join("\n")).toContain(`from ${kind}`);
    }
    expect(seen.join("\n")).not.toContain(token.slice(-43));
  } finally {
    await gateway.stop();
    await upstream.close();
  }
});

describe("for other machines", () => {
  const bench = new Bench();
  afterAll(() => bench.dispose());

  it("the gateway does not open its door while nobody has a token", async () => {
    await createExpired(bench, "too-late");
    const { code, json } = await bench.run(["serve", "--host", "0.0.0.0", "--port", "0", "--json"]);
    expect(code).toBe(1);
    expect(json).toMatchObject({
      error: { code: "policy", hint: expect.stringContaining("tackle token create") as unknown },
    });
  });

  it("the gateway opens it when somebody has one, and asks everybody", async () => {
    const { token } = await create(bench, "remote");
    const child = bench.start(["serve", "--host", "0.0.0.0", "--port", "0", "--json"]);
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const { url } = JSON.parse(line.toString()) as { url: string };
    try {
      expect((await fetch(new URL("/metrics", url))).status).toBe(401);
      expect((await fetch(new URL("/metrics", url), { headers: bearer(token) })).status).toBe(200);
    } finally {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
  });
});

describe("the command", () => {
  const bench = new Bench();
  afterAll(() => bench.dispose());

  it("shows a token once, alone on stdout, and keeps a hash that only its owner may read", async () => {
    const { stdout, stderr } = await bench.run(["token", "create", "laptop"]);
    const token = stdout.trim();
    expect(token).toMatch(/^tbx_[0-9a-f]{12}_[\w-]{43}$/);
    expect(stderr).not.toContain(token);
    const file = join(bench.home, ".local/state/tacklebox/tokens.json");
    expect(readFileSync(file, "utf8")).not.toContain(token.slice(-43));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const args of [
      ["token", "list"],
      ["token", "list", "--json"],
      ["audit", "--json"],
    ])
      expect((await bench.run(args)).stdout).not.toContain(token.slice(-43));
  });

  it("writes every change into the audit trail", async () => {
    const { id } = await create(bench, "audited", "--profile", "build");
    await bench.run(["token", "revoke", "audited"]);
    const { json } = await bench.run(["audit", "--json"]);
    const target = { token: `audited:${id}` };
    const detail = { profiles: ["build"] };
    expect(json).toMatchObject([
      { type: "token-change", outcome: "revoked", target, detail },
      { type: "token-change", outcome: "created", target, detail },
      {},
    ]);
  });

  it("wants an id where a name is not enough, and offers the nearest where there is none", async () => {
    const [one] = [await create(bench, "pair"), await create(bench, "pair")];
    const unclear = await bench.run(["token", "revoke", "pair", "--json"]);
    expect(unclear.code).toBe(1);
    expect(unclear.json).toMatchObject({
      error: { code: "conflict", message: expect.stringContaining(one?.id ?? "") as unknown },
    });
    expect((await bench.run(["token", "revoke", one?.id ?? ""])).code).toBe(0);
    expect((await bench.run(["token", "revoke", "pari", "--json"])).json).toMatchObject({
      error: { code: "not-found", hint: "Did you mean 'pair'?" },
    });
  });

  it.each([
    [["token", "create"]],
    [["token", "create", "a", "b"]],
    [["token", "create", "a b"]],
    [["token", "create", "0123456789ab"]],
    [["token", "create", "a", "--expires", "soon"]],
    [["token", "create", "a", "--expires", "0d"]],
    [["token", "create", "a", "--profile", "a/b"]],
    [["token", "revoke"]],
    [["token", "unknown"]],
    [["token", "list", "more"]],
  ])("refuses %j with what is right", async (args) => {
    const { code, stderr } = await bench.run(args);
    expect(code).toBe(2);
    expect(stderr.trim().split("\n").length).toBeGreaterThan(1);
  });
});
