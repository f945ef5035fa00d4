/**
 * Plain requests are answered on the bare socket, all others by node:http. A client must not be able to tell which, and no
 * client may do harm by changing between them, by going in the middle, or by sending what no client would.
 */
import { once } from "node:events";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { RawClient, type RawResponse } from "../../src/gateway/http/quick/fixtures/raw-client.ts";
import { createToken, startGateway, type Gateway, type GatewayOptions } from "./gateway.ts";
import { headersOf, initializeParams, messagesIn, paramsOf, type Era } from "./raw-clients.ts";

const SERVERS = resolve(import.meta.dirname, "../servers");
const program = (file: string) => ({ command: process.execPath, args: [join(SERVERS, file)] });
const servers = { echo: program("echo.ts"), slow: program("slow.ts"), pairing: program("pairing/modern.ts") };
const ORIGIN = "https://app.example";
const PATIENCE = { timeout: 20_000, interval: 20 };

type Values = Readonly<Record<string, unknown>>;
type Way = "quick" | "node";
const WAYS: readonly Way[] = ["quick", "node"];

interface Asked {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly path?: string;
}

/** The bytes of a request: plain, or with a body in chunks, which is for node:http. */
function bytesOf({ headers, body, path = "/mcp" }: Asked, way: Way): Buffer {
  const length = Buffer.byteLength(body);
  const framing = way === "quick" ? `content-length: ${length}` : "transfer-encoding: chunked";
  const all = { host: "localhost", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const head = `${[`POST ${path} HTTP/1.1`, ...lines, framing].join("\r\n")}\r\n\r\n`;
  const chunk = length === 0 ? [] : [`${length.toString(16)}\r\n`, body, "\r\n"];
  const parts = way === "quick" ? [head, body] : [head, ...chunk, "0\r\n\r\n"];
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

interface Message {
  readonly era: Era;
  readonly method: string;
  readonly params?: Values;
  readonly headers?: Readonly<Record<string, string>>;
}

function ask({ era, method, params = {}, headers = {} }: Message): Asked {
  const { _meta: own, ...others } = params;
  const { _meta: envelope, ...all } = paramsOf(era, others);
  const meta =
    own === undefined && envelope === undefined
      ? {}
      : { _meta: { ...(envelope as Values), ...(own as Values) } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...all, ...meta } });
  return { headers: { ...headersOf(era, method, params), ...headers }, body };
}

const slow = (milliseconds: number, more: Values = {}): Values => ({
  name: "mcp__slow__slow",
  arguments: { milliseconds },
  ...more,
});
const echoed = (text: string): Values => ({ name: "mcp__echo__echo", arguments: { text } });
const callEcho = (text: string): Asked => ask({ era: "modern", method: "tools/call", params: echoed(text) });
const list = ask({ era: "modern", method: "tools/list" });

async function connect({ port }: Gateway, options?: { readonly allowHalfOpen: boolean }): Promise<RawClient> {
  const client = await RawClient.connect(port, options);
  onTestFinished(() => client.close());
  return client;
}

async function answer(gateway: Gateway, asked: Asked, way: Way): Promise<RawResponse> {
  const client = await connect(gateway);
  await client.send(bytesOf(asked, way));
  const response = await client.response();
  client.close();
  // They spell one header differently; that is how we know who answered.
  expect(response.head).toMatch(way === "quick" ? /^date: /m : /^Date: /m);
  return response;
}

/** Another in each answer, or no business of whoever reads it. */
const ASIDE = new Set(["date", "connection", "keep-alive", "content-length", "transfer-encoding"]);

function seen({ status, headers, body }: RawResponse): unknown {
  const names = Object.keys(headers).filter((name) => !ASIDE.has(name));
  const values = names.map((name) => [name, name === "mcp-session-id" ? "some" : headers[name]]);
  return { status, headers: Object.fromEntries(values), body: body.replaceAll(/^id: .*\n/gm, "id\n") };
}

/** The answer, which must be the same both ways. */
async function answerBothWays(gateway: Gateway, asked: Asked): Promise<RawResponse> {
  const quick = await answer(gateway, asked, "quick");
  expect(seen(await answer(gateway, asked, "node"))).toEqual(seen(quick));
  return quick;
}

async function untilReady({ url }: Gateway): Promise<void> {
  await vi.waitUntil(async () => (await fetch(new URL("/readyz", url))).ok, PATIENCE);
}

async function start(options: Omit<GatewayOptions, "servers">): Promise<Gateway> {
  const started = await startGateway({ servers, ...options });
  onTestFinished(() => started.stop());
  await untilReady(started);
  return started;
}

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ servers, args: ["--allow-origin", ORIGIN] });
  await untilReady(gateway);
});
afterAll(() => gateway.stop());

async function begin(): Promise<string> {
  const asked = ask({ era: "legacy", method: "initialize", params: initializeParams });
  return (await answer(gateway, asked, "quick")).headers["mcp-session-id"] ?? "";
}

describe("the same answer comes either way", () => {
  it("to a client that begins, and to what it asks then", async () => {
    const asked = ask({ era: "legacy", method: "initialize", params: initializeParams });
    const response = await answerBothWays(gateway, asked);
    expect([response.status, response.headers["mcp-session-id"]]).toEqual([200, expect.any(String)]);
    const headers = { "mcp-session-id": await begin() };
    const tools = await answerBothWays(gateway, ask({ era: "legacy", method: "tools/list", headers }));
    expect(tools.body).toContain("mcp__echo__echo");
    const called = ask({ era: "legacy", method: "tools/call", params: echoed("grüße"), headers });
    expect((await answerBothWays(gateway, called)).body).toContain("grüße");
    const told = { ...called, body: `{"jsonrpc":"2.0","method":"notifications/initialized"}` };
    expect(await answerBothWays(gateway, told)).toMatchObject({ status: 202, body: "" });
  });

  it("to a client of the modern era", async () => {
    expect((await answerBothWays(gateway, list)).body).toContain("mcp__echo__echo");
    expect((await answerBothWays(gateway, callEcho("grüße"))).body).toContain("grüße");
    const long = "ü".repeat(20_000);
    expect((await answerBothWays(gateway, callEcho(long))).body).toContain(long.slice(0, 1000));
  });

  it.each<[string, number, Partial<Asked>]>([
    ["an unknown session", 404, ask({ era: "legacy", method: "ping", headers: { "mcp-session-id": "no" } })],
    ["no session", 400, ask({ era: "legacy", method: "ping" })],
    ["a body that is not JSON", 400, { body: "{" }],
    ["an empty body", 400, { body: "" }],
    ["a body that is not UTF-8", 400, { body: Buffer.from([0x22, 0xff, 0x22]) }],
    ["another content type", 415, { headers: { ...list.headers, "content-type": "text/plain" } }],
    ["no wish for an answer", 406, { headers: { ...list.headers, accept: "image/png" } }],
    ["another host", 403, { headers: { ...list.headers, host: "evil.example" } }],
    ["the page of a stranger", 403, { headers: { ...list.headers, origin: "https://evil.example" } }],
    ["an address where nothing is", 404, { path: "/nowhere" }],
    ["an unknown endpoint", 404, { path: "/servers/nobody/mcp" }],
    ["an unknown method", 404, ask({ era: "modern", method: "no/such" })],
    ["a header that contradicts", 400, { headers: { ...list.headers, "mcp-method": "tools/call" } }],
  ])("to %s", async (_what, status, asked) => {
    expect((await answerBothWays(gateway, { ...list, ...asked })).status).toBe(status);
  });

  it("to a web page that may use the gateway", async () => {
    const { headers } = await answerBothWays(gateway, {
      ...list,
      headers: { ...list.headers, origin: ORIGIN },
    });
    expect(headers).toMatchObject({ "access-control-allow-origin": ORIGIN, vary: "origin" });
  });

  it.each<Era>(["legacy", "modern"])("with progress on the way, in the %s era", async (era) => {
    const headers: Record<string, string> = era === "legacy" ? { "mcp-session-id": await begin() } : {};
    const params = slow(50, { _meta: { progressToken: "p" } });
    const response = await answerBothWays(gateway, ask({ era, method: "tools/call", params, headers }));
    expect(response.headers["content-type"]).toBe("text/event-stream");
    const messages = messagesIn(response.body, "text/event-stream");
    expect(messages.map(({ params: told }) => told?.["progress"])).toEqual([1, 2, 3, 4, 5, undefined]);
    expect(messages.at(-1)).toMatchObject({ id: 1, result: { content: [{ text: "Waited 50 ms." }] } });
  });

  it("to a body that is too long, and the connection ends", async () => {
    const plain = await connect(gateway);
    const head = bytesOf({ ...list, body: "" }, "quick").toString();
    await plain.send(head.replace("content-length: 0", "content-length: 20000000"));
    const chunked = await connect(gateway);
    chunked.socket.write(bytesOf({ ...list, body: Buffer.alloc(17_000_000, " ") }, "node"));
    const answers = [await plain.response(), await chunked.response()];
    expect(answers.map(({ status, headers }) => [status, headers["connection"]])).toEqual([
      [413, "close"],
      [413, "close"],
    ]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
    await Promise.all([plain.closed, chunked.closed]);
  });

  it("to who needs a token, and to who asks too much at once", async () => {
    const guarded = await start({
      settings: { gateway: { requestsAtOnce: 1 } },
      args: ["--require-token"],
    });
    const none = await answerBothWays(guarded, list);
    expect([none.status, none.headers["www-authenticate"]]).toEqual([401, `Bearer realm="tacklebox"`]);
    const show = (token: string): Asked => ({
      ...list,
      headers: { ...list.headers, authorization: `Bearer ${token}` },
    });
    const wrong = await answerBothWays(guarded, show("wrong"));
    expect([wrong.status, wrong.headers["www-authenticate"]]).toEqual([
      401,
      expect.stringContaining("invalid_token"),
    ]);
    const token = await createToken(guarded, "laptop");
    await expect
      .poll(async () => (await answer(guarded, show(token), "quick")).body, PATIENCE)
      .toContain("slow");
    expect((await answerBothWays(guarded, show(token))).status).toBe(200);
    const busy = await connect(guarded);
    const { authorization = "" } = show(token).headers;
    const params = slow(20_000, { _meta: { progressToken: "p" } });
    const long = ask({ era: "modern", method: "tools/call", params, headers: { authorization } });
    await busy.send(bytesOf(long, "quick"));
    await vi.waitUntil(async () => (await answer(guarded, show(token), "quick")).status === 429, PATIENCE);
    const over = await answerBothWays(guarded, show(token));
    expect([over.status, over.headers["retry-after"]]).toEqual([429, "1"]);
    busy.close();
    await expect.poll(async () => (await answer(guarded, show(token), "quick")).status, PATIENCE).toBe(200);
  });
});

const textIn = (response: RawResponse): string => {
  const [message] = messagesIn(response.body, response.headers["content-type"] ?? "").slice(-1);
  return (message?.result?.["content"] as { text: string }[] | undefined)?.[0]?.text ?? response.body;
};

describe("on one connection", () => {
  const plain = (text: string): Buffer => bytesOf(callEcho(text), "quick");

  it("requests of every form are answered in the order in which they were sent", async () => {
    const client = await connect(gateway);
    await client.send(bytesOf(ask({ era: "modern", method: "tools/call", params: slow(200) }), "quick"));
    await client.send(plain("second"));
    expect(textIn(await client.response())).toBe("Waited 200 ms.");
    expect(textIn(await client.response())).toBe("second");
    await client.send(Buffer.concat([plain("third"), plain("fourth"), bytesOf(callEcho("fifth"), "node")]));
    for (const text of ["third", "fourth", "fifth"]) expect(textIn(await client.response())).toBe(text);
    await client.send("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");
    expect((await client.response()).body).toBe("ok\n");
    await client.send(plain("last"));
    expect(textIn(await client.response())).toBe("last");
  });

  it("a request may come byte by byte", async () => {
    const client = await connect(gateway);
    for (const byte of plain("drop by drop")) await client.send(Buffer.of(byte));
    expect(textIn(await client.response())).toBe("drop by drop");
  });

  it.each([
    ["two lengths", "content-length: 4"],
    ["a length and chunks", "transfer-encoding: chunked"],
    ["a space before a colon", "transfer-encoding : chunked"],
    ["a folded line", "x-a: b\r\n c: d"],
    ["a line that ends early", "x-a: b\nx-c: d"],
    ["a NUL", "x-a: \0"],
  ])("nothing is smuggled by %s", async (_what, line) => {
    const client = await connect(gateway);
    const hidden = bytesOf(callEcho("hidden"), "quick").toString();
    const asked = { ...list, headers: { ...list.headers, "x-here": "" }, body: `0\r\n\r\n${hidden}` };
    await client.send(bytesOf(asked, "quick").toString("latin1").replace("x-here: ", line));
    expect([400, 431]).toContain((await statusOf(client)) ?? 0);
    await client.closed;
    expect(client.rest).not.toContain("hidden");
  });

  it("a client that says it will close, or is of HTTP/1.0, is answered, and the connection ends", async () => {
    const text = plain("bye").toString();
    for (const bytes of [
      text.replace("\r\n", "\r\nconnection: close\r\n"),
      text.replace("HTTP/1.1", "HTTP/1.0"),
    ]) {
      const client = await connect(gateway);
      await client.send(bytes);
      expect(textIn(await client.response())).toBe("bye");
      await client.closed;
    }
  });

  it("a client may ask before it sends its body", async () => {
    const client = await connect(gateway);
    const text = plain("asked first").toString().replace("\r\n", "\r\nexpect: 100-continue\r\n");
    const [head = "", body = ""] = text.split("\r\n\r\n");
    await client.send(`${head}\r\n\r\n`);
    expect((await client.response()).status).toBe(100);
    await client.send(body);
    expect(textIn(await client.response())).toBe("asked first");
  });
});

/** Of a response without a body, before the connection ends. */
async function statusOf(client: RawClient): Promise<number | undefined> {
  await client.closed;
  return Number(/^HTTP\/1\.1 (\d+)/.exec(client.rest)?.[1]);
}

describe("a modern call is given up, and its server told, when its client", () => {
  it.each<[string, Way, (client: RawClient) => unknown]>([
    ["closes the connection", "quick", (client) => client.socket.end()],
    ["breaks it", "quick", (client) => client.socket.resetAndDestroy()],
    ["closes one of node:http", "node", (client) => client.socket.end()],
  ])("%s", async (what, way, leave) => {
    const client = await connect(gateway);
    const call = (name: string, args: Values, more: Values = {}): Asked =>
      ask({
        era: "modern",
        method: "tools/call",
        params: { name: `mcp__pairing__${name}`, arguments: args, ...more },
      });
    await client.send(bytesOf(call("wait", { key: what }, { _meta: { progressToken: "p" } }), way));
    await client.waitFor("notifications/progress");
    leave(client);
    const cancelled = async (): Promise<string> =>
      (await answer(gateway, call("cancelled", {}), "quick")).body;
    await expect.poll(cancelled, PATIENCE).toContain(what);
  });
});

it("lets calls finish when it is asked to end, and says on each connection that it ends", async () => {
  const ending = await start({});
  const [idle, json, stream] = [await connect(ending), await connect(ending), await connect(ending)];
  await idle.send(bytesOf(list, "quick"));
  await idle.response();
  const call = (more?: Values): Asked =>
    ask({ era: "modern", method: "tools/call", params: slow(1500, more) });
  await json.send(bytesOf(call(), "quick"));
  await stream.send(bytesOf(call({ _meta: { progressToken: "p" } }), "quick"));
  await stream.waitFor("notifications/progress");
  const ended = once(ending.child, "exit");
  ending.child.kill("SIGTERM");
  await idle.closed;
  const answers = [await json.response(), await stream.response()];
  expect(answers.map(textIn)).toEqual(["Waited 1500 ms.", "Waited 1500 ms."]);
  expect(answers[0]?.headers["connection"]).toBe("close");
  await Promise.all([json.closed, stream.closed]);
  expect(await ended).toEqual([0, null]);
});

it("keeps no place of clients that were killed, sent nonsense or did not read", async () => {
  const few = await start({ settings: { gateway: { requestsAtOnce: 20 } } });
  const long = ask({ era: "modern", method: "tools/call", params: slow(20_000) });
  const sent: readonly Buffer[] = [
    bytesOf(long, "quick"),
    bytesOf(long, "node"),
    Buffer.concat([bytesOf(long, "quick"), bytesOf(list, "quick")]),
    bytesOf(long, "quick").subarray(0, 150),
    bytesOf(long, "quick").subarray(0, -10),
    Buffer.from("\x16\x03\x01\x02\0\x01\0\x01"),
    Buffer.from("POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 999999\r\n\r\n{"),
    Buffer.concat(Array.from({ length: 20 }, () => bytesOf(list, "quick"))),
  ];
  for (let round = 0; round < 15; round++) {
    const clients = await Promise.all(sent.map(() => RawClient.connect(few.port)));
    await Promise.all(clients.map((client, at) => client.send(sent[at] ?? "")));
    for (const [at, { socket }] of clients.entries())
      if ((round + at) % 2 === 0) socket.resetAndDestroy();
      else socket.destroy();
  }
  const statuses = async (): Promise<readonly number[]> => {
    const short = ask({ era: "modern", method: "tools/call", params: slow(100) });
    const all = await Promise.all(Array.from({ length: 20 }, () => answer(few, short, "quick")));
    return all.map(({ status }) => status);
  };
  await expect.poll(statuses, PATIENCE).toEqual(Array.from({ length: 20 }, () => 200));
  expect(few.stderr()).not.toMatch(/defect|rejection|Error:/i);
});

describe.each(WAYS)("answered by %s", (way) => {
  it("an answer that breaks off in the middle harms nobody else", async () => {
    const big = ask({
      era: "modern",
      method: "tools/call",
      params: { name: "mcp__pairing__big", arguments: { bytes: 3_000_000 } },
    });
    for (let i = 0; i < 5; i++) {
      const client = await connect(gateway);
      await client.send(bytesOf(big, way));
      await client.waitFor("HTTP/1.1 200");
      client.socket.resetAndDestroy();
    }
    expect(textIn(await answer(gateway, callEcho("still here"), way))).toBe("still here");
  });
});
