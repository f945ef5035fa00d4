/** What one client of the gateway may use, and that it cannot take what others need. */
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startGateway, type Gateway } from "./gateway.ts";
import { connectClient } from "./pairing-clients.ts";
import { connectRawStdio, headersOf, initializeParams, paramsOf } from "./raw-clients.ts";
import { TACKLE } from "./tackle.ts";

const SERVERS = resolve(import.meta.dirname, "../servers");
const program = (file: string) => ({ command: process.execPath, args: [join(SERVERS, file)] });
const servers = {
  echo: program("echo.ts"),
  slow: program("slow.ts"),
  pairing: program("pairing/legacy.ts"),
  pages: program("pages-and-levels.ts"),
};
const PATIENCE = { timeout: 30_000, interval: 20 };
/** Longer than any of these tests; they are given up, not waited for. */
const LONG = { name: "mcp__slow__slow", arguments: { milliseconds: 29_000 } };

const open: (() => unknown)[] = [];
const closeAll = async (): Promise<void> => {
  for (const close of open.splice(0).toReversed()) await close();
};
afterEach(closeAll);

type Values = Readonly<Record<string, unknown>>;
interface Refusal {
  readonly id: unknown;
  readonly error: { readonly code: number; readonly message: string; readonly data: Values };
}

/** One that shows a token, or none. */
class Visitor {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  #id = 0;

  constructor({ url }: Gateway, token?: string) {
    this.#url = url;
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  /** A request of the modern era; ends with the test unless it is given up before. */
  ask(method: string, params: Values, signal?: AbortSignal): Promise<Response> {
    return fetch(this.#url, {
      method: "POST",
      headers: { ...headersOf("modern", method, params), ...this.#headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: ++this.#id, method, params: paramsOf("modern", params) }),
      ...(signal === undefined ? undefined : { signal }),
    });
  }

  async list(): Promise<number> {
    const response = await this.ask("tools/list", {});
    await response.text();
    return response.status;
  }

  /** Takes a place until the function that it gives is called. */
  occupy(method: string, params: Values): () => void {
    const end = new AbortController();
    void this.ask(method, params, end.signal).catch(() => undefined);
    const giveUp = (): void => end.abort();
    open.push(giveUp);
    return giveUp;
  }

  post(body: Values, session?: string): Promise<Response> {
    return this.postText(JSON.stringify({ jsonrpc: "2.0", ...body }), session);
  }

  postText(body: string, session?: string): Promise<Response> {
    return fetch(this.#url, {
      method: "POST",
      headers: {
        ...headersOf("legacy", "", {}),
        ...this.#headers,
        ...(session === undefined ? undefined : { "mcp-session-id": session }),
      },
      body,
    });
  }

  async openSession(): Promise<string> {
    const response = await this.post({ id: 1, method: "initialize", params: initializeParams });
    expect(response.status, await response.text()).toBe(200);
    return response.headers.get("mcp-session-id") ?? "";
  }

  async useSession(session: string): Promise<number> {
    const response = await this.post({ id: 2, method: "tools/list" }, session);
    await response.text();
    return response.status;
  }

  async endSession(session: string): Promise<void> {
    await fetch(this.#url, { method: "DELETE", headers: { ...this.#headers, "mcp-session-id": session } });
  }

  async listenTo(session: string): Promise<number> {
    const end = new AbortController();
    open.push(() => end.abort());
    const { status } = await fetch(this.#url, {
      headers: { ...this.#headers, accept: "text/event-stream", "mcp-session-id": session },
      signal: end.signal,
    });
    return status;
  }
}

/** Waits until the gateway knows the token. */
async function withToken(gateway: Gateway, ...args: readonly string[]): Promise<Visitor> {
  const { json, code, stderr } = await gateway.bench.run(["token", "create", ...args, "--json"]);
  expect(code, stderr).toBe(0);
  const visitor = new Visitor(gateway, (json as { token: string }).token);
  await vi.waitFor(async () => expect(await visitor.list()).toBe(200), PATIENCE);
  return visitor;
}

async function metric(gateway: Gateway, name: string): Promise<number> {
  const page = await (await fetch(new URL("/metrics", gateway.url))).text();
  const line = page.split("\n").find((text) => text.startsWith(`${name} `));
  return Number(line?.split(" ")[1]);
}
const inFlight = (gateway: Gateway) => metric(gateway, "tacklebox_calls_in_flight");
const refused = (gateway: Gateway, limit: string) =>
  metric(gateway, `tacklebox_refusals_total{limit="${limit}"}`);

describe("a client that asks for more than it may", () => {
  const LIMITS = { requestsAtOnce: 3, streamsAtOnce: 2 };
  let gateway: Gateway;
  let flooder: Visitor;
  let other: Visitor;
  beforeAll(async () => {
    gateway = await startGateway({ servers, settings: { gateway: LIMITS } });
    flooder = await withToken(gateway, "flooder");
    other = await withToken(gateway, "other");
  });
  afterAll(() => gateway.stop());
  afterEach(async () => {
    await closeAll();
    await vi.waitFor(async () => expect(await inFlight(gateway)).toBe(0), PATIENCE);
  });

  it("at once is refused with the limit, its value and when to come again, while another is served", async () => {
    const before = await refused(gateway, "requestsAtOnce");
    const [giveUp] = Array.from({ length: 3 }, () => flooder.occupy("tools/call", LONG));
    await expect.poll(() => inFlight(gateway), PATIENCE).toBe(3);
    const response = await flooder.ask("tools/list", {});
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("1");
    const { id, error } = (await response.json()) as Refusal;
    expect(id).toEqual(expect.any(Number));
    expect(error).toMatchObject({ code: -32005, data: { limit: "requestsAtOnce", value: 3 } });
    expect(error.message).toContain("3 requests at once (settings.gateway.requestsAtOnce)");
    expect(await other.list()).toBe(200);
    expect(await new Visitor(gateway).list()).toBe(200);
    expect((await refused(gateway, "requestsAtOnce")) - before).toBe(1);
    giveUp?.();
    await expect.poll(() => flooder.list(), PATIENCE).toBe(200);
  });

  it("floods, and is served as much as it may while another's calls all succeed", async () => {
    const echo = { name: "mcp__echo__echo", arguments: { text: "hi" } };
    const flood = Promise.all(
      Array.from({ length: 300 }, async () => {
        const response = await flooder.ask("tools/call", echo);
        await response.text();
        return response.status;
      }),
    );
    const served: number[] = [];
    for (let count = 0; count < 20; count++) {
      const response = await other.ask("tools/call", echo);
      await response.text();
      served.push(response.status);
    }
    expect(served).toEqual(served.map(() => 200));
    expect(new Set(await flood)).toEqual(new Set([200, 429]));
    expect(await flooder.list()).toBe(200);
  });

  it("in one body is refused as a whole, and what is no request in it counts for nothing", async () => {
    const params = { ...initializeParams, protocolVersion: "2025-03-26" };
    const begun = await flooder.post({ id: 1, method: "initialize", params });
    await begun.text();
    const session = begun.headers.get("mcp-session-id") ?? "";
    const ping = { jsonrpc: "2.0", method: "ping" };
    const note = { jsonrpc: "2.0", method: "notifications/initialized" };
    const statusOf = async (items: readonly Values[]): Promise<number> => {
      const response = await flooder.postText(JSON.stringify(items), session);
      await response.text();
      return response.status;
    };
    expect(await statusOf([1, 2, 3].map((id) => ({ ...ping, id })))).toBe(200);
    expect(await statusOf([1, 2, 3, 4].map((id) => ({ ...ping, id })))).toBe(429);
    expect(await statusOf(Array.from({ length: 10 }, () => note))).toBe(202);
  });

  it("can still give the answers for which all its requests wait", async () => {
    const { json } = await gateway.bench.run(["token", "create", "asked", "--json"]);
    const { token } = json as { token: string };
    await expect.poll(() => new Visitor(gateway, token).list(), PATIENCE).toBe(200);
    let questions = 0;
    let answerAll = (): void => undefined;
    const allAsked = new Promise<void>((done) => (answerAll = done));
    const client = await connectClient("v1", gateway.endpoint("pairing"), {
      token,
      elicit: async () => {
        if (++questions === 3) answerAll();
        await allAsked;
        return { action: "accept", content: { name: "Ada" } };
      },
    });
    open.push(() => client.close());
    const calls = Array.from({ length: 3 }, () => client.call("ask_name"));
    for (const result of await Promise.all(calls))
      expect(result).toMatchObject({ content: [{ type: "text", text: "Hello Ada" }] });
  });

  it("has streams beside its requests, as many as it may, and another's are its own", async () => {
    const listen = { notifications: { toolsListChanged: true } };
    const method = "subscriptions/listen";
    const end = new AbortController();
    open.push(() => end.abort());
    const first = await flooder.ask(method, listen, end.signal);
    expect(first.status).toBe(200);
    const session = await flooder.openSession();
    expect(await flooder.listenTo(session)).toBe(200);
    const third = await flooder.ask(method, listen);
    expect(third.status).toBe(429);
    expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
    const { error } = (await third.json()) as Refusal;
    expect(error).toMatchObject({ data: { limit: "streamsAtOnce", value: 2 } });
    expect(await flooder.listenTo(await flooder.openSession())).toBe(429);
    for (let count = 0; count < 3; count++) flooder.occupy("tools/call", LONG);
    await expect.poll(() => inFlight(gateway), PATIENCE).toBe(3);
    expect((await other.ask(method, listen, end.signal)).status).toBe(200);
    end.abort();
    const again = new AbortController();
    open.push(() => again.abort());
    const reopen = async () => (await flooder.ask(method, listen, again.signal)).status;
    await expect.poll(reopen, PATIENCE).toBe(200);
  });

  it("in a minute is refused by the rate of its token, with the seconds to wait; others are not", async () => {
    const slow = await withToken(gateway, "rated", "--rate", "1");
    const response = await slow.ask("tools/list", {});
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const { error } = (await response.json()) as Refusal;
    expect(error.message).toContain("1 requests a minute (the token's --rate)");
    expect(error.data).toMatchObject({ limit: "requestsPerMinute", value: 1 });
    expect(await other.list()).toBe(200);
    const { json } = await gateway.bench.run(["token", "list", "--json"]);
    expect(json).toContainEqual(expect.objectContaining({ name: "rated", rate: 1 }));
    expect(await refused(gateway, "requestsPerMinute")).toBeGreaterThan(0);
  });

  it("over an attached pipe is refused in the words of the protocol", async () => {
    const { bench, configFile } = gateway;
    const attached = await connectRawStdio(
      {
        command: process.execPath,
        args: [TACKLE, "serve", "--stdio", "--config", configFile],
        cwd: bench.project,
        env: { PATH: process.env["PATH"] ?? "", HOME: bench.home },
      },
      "legacy",
    );
    open.push(() => attached.close());
    const short = { ...LONG, arguments: { milliseconds: 3000 } };
    const calls = [1, 2, 3].map((id) => attached.send(id, "tools/call", short));
    const [reply] = await attached.send(4, "tools/list", {});
    expect(reply?.error).toMatchObject({ code: -32005, data: { limit: "requestsAtOnce", value: 3 } });
    for (const [answer] of await Promise.all(calls)) expect(answer?.result).toBeDefined();
    expect((await attached.send(5, "tools/list", {}))[0]?.result).toBeDefined();
  });

  it("may ask for more once its limits were raised, without a restart", async () => {
    const rated = await withToken(gateway, "raised");
    const settings = { gateway: { ...LIMITS, requestsPerMinute: 1 } };
    gateway.bench.write("gateway.json", JSON.stringify({ mcpServers: servers, settings }));
    await expect.poll(() => rated.list(), PATIENCE).toBe(429);
    gateway.bench.write(
      "gateway.json",
      JSON.stringify({ mcpServers: servers, settings: { gateway: LIMITS } }),
    );
    await expect.poll(() => rated.list(), PATIENCE).toBe(200);
  });
});

describe("when all sessions are taken", () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ servers: { echo: servers.echo }, args: ["--max-sessions", "4"] });
  });
  afterAll(() => gateway.stop());

  it("whoever has most of them loses its own, and whoever has few keeps them", async () => {
    const [greedy, modest] = [await withToken(gateway, "greedy"), await withToken(gateway, "modest")];
    const kept = await modest.openSession();
    const opened: string[] = [];
    for (let count = 0; count < 12; count++) opened.push(await greedy.openSession());
    expect(await modest.useSession(kept)).toBe(200);
    expect(await Promise.all(opened.map((session) => greedy.useSession(session)))).toEqual(
      opened.map((_, index) => (index < 9 ? 404 : 200)),
    );
    const second = await modest.openSession();
    expect([await modest.useSession(kept), await modest.useSession(second)]).toEqual([200, 200]);
  });

  it("and all are in use by one, another still gets in, and only the one is refused more", async () => {
    const [greedy, modest] = [await withToken(gateway, "listener"), await withToken(gateway, "late")];
    const opened: string[] = [];
    for (let count = 0; count < 8; count++) opened.push(await greedy.openSession());
    const live: string[] = [];
    for (const session of opened) if ((await greedy.listenTo(session)) === 200) live.push(session);
    const before = await refused(gateway, "sessions");
    const response = await greedy.post({ id: 1, method: "initialize", params: initializeParams });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("10");
    expect((await response.json()) as Refusal).toMatchObject({
      error: { code: -32005, message: expect.stringContaining(`${live.length} of them by this client`) },
    });
    expect(await refused(gateway, "sessions")).toBe(before + 1);
    expect(await modest.useSession(await modest.openSession())).toBe(200);
  });
});

describe("clients that share a server", () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ servers });
  });
  afterAll(() => gateway.stop());

  async function connect() {
    const client = await connectClient("v1", gateway.endpoint("pages"));
    open.push(() => client.close());
    return client;
  }

  it("have it log as much as the most curious of them wants, and less when that one wants less or leaves", async () => {
    const visitor = new Visitor(gateway);
    const [calm, curious] = [await visitor.openSession(), await visitor.openSession()];
    const levels = async () => {
      const response = await visitor.ask("tools/call", { name: "mcp__pages__levels", arguments: {} });
      const { result } = (await response.json()) as { result: { content: readonly { text: string }[] } };
      return result.content[0]?.text;
    };
    const set = async (session: string, level: string) => {
      const params = { level };
      await (await visitor.post({ id: 3, method: "logging/setLevel", params }, session)).text();
    };
    await levels(); // so that the server is there to be told
    await set(calm, "error");
    await set(curious, "debug");
    await set(calm, "warning");
    expect(await levels()).toBe("error debug");
    await set(curious, "notice");
    expect(await levels()).toBe("error debug notice");
    await visitor.endSession(curious);
    await expect.poll(levels, PATIENCE).toBe("error debug notice warning");
    await visitor.endSession(calm);
    await expect.poll(levels, PATIENCE).toBe("error debug notice warning info");
  });

  it("are told that a visit is over only where they were asked for it", async () => {
    const [visitor, needy, bystander] = [await connect(), await connect(), await connect()];
    const over = (client: typeof visitor) =>
      client.told
        .filter(({ method }) => method === "notifications/elicitation/complete")
        .map(({ params }) => params["elicitationId"]);
    await visitor.call("visit", { id: "page-1" });
    await needy.call("needs_visit", { id: "page-2" }).catch(() => undefined);
    for (const id of ["page-1", "page-2", "page-3"]) await bystander.call("done", { id });
    await expect.poll(() => [over(visitor), over(needy)], PATIENCE).toEqual([["page-1"], ["page-2"]]);
    expect(over(bystander)).toEqual([]);
  });
});
