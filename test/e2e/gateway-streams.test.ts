/** What becomes of messages when a client's connection breaks, its stream is not there yet, or it takes a request back. */
import { createInterface } from "node:readline";
import { connect as connectSocket } from "node:net";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startGateway, type Gateway } from "./gateway.ts";
import { headersOf, initializeParams, paramsOf } from "./raw-clients.ts";

const SERVER = resolve(import.meta.dirname, "../servers/pairing/legacy.ts");
const CALL = { jsonrpc: "2.0", id: "call", method: "tools/call" };

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ servers: { pairing: { command: process.execPath, args: [SERVER] } } });
});
afterAll(() => gateway.stop());

type Headers = Record<string, string>;

/** A session of 2025-11-25, whose streams begin with an event that only has an id. */
async function begin(): Promise<Headers> {
  const params = { ...initializeParams, protocolVersion: "2025-11-25" };
  const response = await post({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  await response.text();
  return { "mcp-session-id": response.headers.get("mcp-session-id") ?? "" };
}

function post(body: object, headers: Headers = {}, signal?: AbortSignal): Promise<Response> {
  return fetch(gateway.endpoint("pairing"), {
    method: "POST",
    headers: { ...headersOf("legacy", "", {}), ...headers },
    body: JSON.stringify(body),
    ...(signal === undefined ? undefined : { signal }),
  });
}

function listen(headers: Headers, lastEventId?: string): Promise<Response> {
  const last = lastEventId === undefined ? undefined : { "last-event-id": lastEventId };
  return fetch(gateway.endpoint("pairing"), {
    headers: { ...headersOf("legacy", "", {}), accept: "text/event-stream", ...headers, ...last },
  });
}

/** Reads until there is enough, and leaves. */
async function readUntil(response: Response, isEnough: (text: string) => boolean): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body?.values() ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (isEnough(text)) break;
  }
  return text;
}

const idsIn = (text: string) => [...text.matchAll(/^id: ?(.+)$/gmu)].map(([, id = ""]) => id);

describe("a stream that broke", () => {
  it("is gone on with from its very first event", async () => {
    const session = await begin();
    const params = { name: "count", arguments: { to: 5 }, _meta: { progressToken: "p" } };
    const seen = await readUntil(await post({ ...CALL, params }, session), (text) => text.includes("Step 1"));
    const again = await listen(session, idsIn(seen)[0]);
    const rest = await readUntil(again, (text) => text.includes("Counted to 5"));
    expect([...rest.matchAll(/"Step (\d)"/gu)].map(([, step]) => step)).toEqual(["1", "2", "3", "4", "5"]);
  });
});

it("tells a client that opens its stream what came before", async () => {
  const session = await begin();
  await (await post({ ...CALL, params: { name: "change_tools", arguments: {} } }, session)).text();
  let seen = "";
  await vi.waitUntil(
    async () => {
      seen = await readUntil(
        await listen(session),
        (text) => text.includes("list_changed") || text.includes("id:"),
      );
      return seen.includes("notifications/tools/list_changed");
    },
    { timeout: 10_000, interval: 100 },
  );
  expect(idsIn(seen).length).toBeGreaterThan(0);
});

describe("over HTTP", () => {
  it("a refusal names the request that it is for", async () => {
    const body = { jsonrpc: "2.0", id: 77, method: "tools/list", params: {} };
    const unknown = await post(body, { "mcp-session-id": "00000000-0000-0000-0000-000000000000" });
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { id: 77 }]);
    const none = await post(body);
    expect([none.status, await none.json()]).toMatchObject([400, { id: 77 }]);
  });

  it.for(["GET", "DELETE"])("%s is not a method of the modern era", async (method) => {
    const headers = { "mcp-protocol-version": "2026-07-28", accept: "text/event-stream" };
    const response = await fetch(gateway.url, { method, headers });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("an answer that nobody reads keeps its place", async () => {
    const limited = await startGateway({
      servers: { pairing: { command: process.execPath, args: [SERVER] } },
      settings: { gateway: { requestsAtOnce: 1 } },
    });
    const params = { name: "big", arguments: { bytes: 8_000_000 }, ...paramsOf("modern", {}) };
    const headers = headersOf("modern", "tools/call", params);
    const body = JSON.stringify({ ...CALL, params });
    const endpoint = limited.endpoint("pairing");
    const socket = connectSocket({ port: limited.port, host: "127.0.0.1" }).pause();
    const lines = Object.entries({ ...headers, host: "127.0.0.1", "content-length": String(body.length) });
    socket.write(
      `POST ${new URL(endpoint).pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
    );
    const list = headersOf("modern", "tools/list", paramsOf("modern", {}));
    const ask = async () => {
      const request = { jsonrpc: "2.0", id: 1, method: "tools/list", params: paramsOf("modern", {}) };
      const response = await fetch(endpoint, {
        method: "POST",
        headers: list,
        body: JSON.stringify(request),
      });
      await response.text();
      return response.status;
    };
    try {
      await expect.poll(ask, { timeout: 20_000 }).toBe(429);
      socket.destroy();
      await expect.poll(ask, { timeout: 20_000 }).toBe(200);
    } finally {
      socket.destroy();
      await limited.stop();
    }
  });

  it("a body that never comes does not put off the end", async () => {
    const ending = await startGateway({ servers: {} });
    const socket = connectSocket({ port: ending.port, host: "127.0.0.1" });
    socket.on("error", () => undefined); // that is how it ends
    socket.write(
      "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{",
    );
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${ending.port}/healthz`)).status).toBe(200);
    const closed = once(socket, "close");
    await ending.stop();
    await closed;
    expect(ending.child.exitCode).toBe(0);
  });

  it("a connection that sends nonsense is over, whether its client closes it or not", async () => {
    const socket = connectSocket({ port: gateway.port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => undefined); // that is how it ends
    socket.resume();
    socket.write("nonsense\r\n\r\n");
    await once(socket, "end");
    const isOver = (): boolean => {
      if (!socket.destroyed) socket.write("more");
      return socket.destroyed;
    };
    await expect.poll(isOver, { timeout: 10_000, interval: 20 }).toBe(true);
  });
});

describe("over a pipe", () => {
  /** Sends the lines, one after the other's answer where it has one, and gives all that came back. */
  async function converse(version: string, lines: readonly unknown[]): Promise<readonly unknown[]> {
    const { bench, configFile } = gateway;
    const child = bench.start(["serve", "--stdio", "--no-attach", "--config", configFile]);
    const heard: unknown[] = [];
    createInterface(child.stdout).on("line", (line) => heard.push(JSON.parse(line)));
    const params = { ...initializeParams, protocolVersion: version };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params })}\n`);
    await vi.waitUntil(() => heard.length === 1, { timeout: 20_000 });
    for (const line of lines) child.stdin.write(`${JSON.stringify(line)}\n`);
    child.stdin.end();
    await once(child, "exit");
    return heard.slice(1);
  }
  const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });

  it("a batch is answered where the revision has them, in one line", async () => {
    const batch = [ping(1), { jsonrpc: "2.0", method: "notifications/initialized" }, ping(2)];
    const heard = await converse("2025-03-26", [batch, ping(3)]);
    expect(heard).toContainEqual([
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", id: 2, result: {} },
    ]);
    expect(await converse("2025-06-18", [[ping(1)]])).toMatchObject([{ error: { code: -32600 } }]);
  });

  it("a request that was taken back is not answered", async () => {
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "call" } };
    const params = { name: "mcp__pairing__wait", arguments: { key: "k" } };
    const heard = await converse("2025-11-25", [{ ...CALL, params }, cancel, ping(9)]);
    expect(heard).toContainEqual({ jsonrpc: "2.0", id: 9, result: {} });
    expect(heard).not.toContainEqual(expect.objectContaining({ id: "call" }));
  });
});

describe("the door's options", () => {
  it.for([
    ["--allow-origin", "*"],
    ["--allow-origin", "null"],
    ["--allow-origin", "https://app.example/page"],
    ["--allow-host", "http://box.example"],
  ])("refuse %s %s, which could never fit", async ([option = "", value = ""]) => {
    const result = await gateway.bench.run(["serve", "--port", "0", option, value]);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain(`${option} cannot be '${value}'`);
  });
});
