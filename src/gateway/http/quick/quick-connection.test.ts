import { once } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { whenRead } from "../when-read.ts";
import { echo, LaneServer, post, type Exchange, type LaneServerOptions } from "./fixtures/lane-server.ts";
import { RawClient } from "./fixtures/raw-client.ts";

async function start(options?: LaneServerOptions): Promise<LaneServer> {
  const server = await LaneServer.start(options);
  onTestFinished(() => server.stop());
  return server;
}

async function connect(
  server: LaneServer,
  options?: { readonly allowHalfOpen: boolean },
): Promise<RawClient> {
  const client = await RawClient.connect(server.port, options);
  onTestFinished(() => client.close());
  return client;
}

async function startBoth(options?: LaneServerOptions): Promise<[LaneServer, RawClient]> {
  const server = await start(options);
  return [server, await connect(server)];
}

const PATIENCE = { timeout: 10_000, interval: 5 };
const until = (condition: () => boolean): Promise<unknown> => vi.waitUntil(condition, PATIENCE);
const BIG = "ü".repeat(2_500_000);

/** Answers a body that begins with "wait" when it is told to. */
function patient(): { readonly handle: (exchange: Exchange) => void; readonly waiting: Exchange[] } {
  const waiting: Exchange[] = [];
  return { waiting, handle: (one) => void (one.body.startsWith("wait") ? waiting.push(one) : echo(one)) };
}

describe("plain requests", () => {
  it("are answered the quick way, one after the other", async () => {
    const [, client] = await startBoth();
    for (const body of ["one", "two", "", "drei ü"]) {
      await client.send(post(body));
      expect(await client.response()).toMatchObject({ status: 200, headers: { "x-way": "quick" }, body });
    }
  });

  it("may have other headers each time", async () => {
    const [server, client] = await startBoth();
    for (const value of ["a", "a", "bb", "b"]) {
      await client.send(post("body", `X-Value: ${value}`));
      await client.response();
    }
    expect(server.exchanges.map(({ request }) => request.headers["x-value"])).toEqual(["a", "a", "bb", "b"]);
  });

  it("may come in two pieces", async () => {
    const [server, client] = await startBoth();
    const head = post("hello").slice(0, -"hello".length);
    for (const cut of [head.length, head.length + 2]) {
      await client.send(post("hello").slice(0, cut));
      await once(server.sockets[0] ?? client.socket, "data");
      await client.send(post("hello").slice(cut));
      expect(await client.response()).toMatchObject({ headers: { "x-way": "quick" }, body: "hello" });
    }
  });

  it("are answered in order where the second is sent while the first is answered", async () => {
    const { handle, waiting } = patient();
    const [server, client] = await startBoth({ handle });
    await client.send(post("wait 1"));
    await until(() => waiting.length === 1);
    await client.send(post("wait 2"));
    await once(server.sockets[0] ?? client.socket, "data");
    expect(server.bodies).toEqual(["wait 1"]);
    waiting.forEach(echo);
    expect((await client.response()).body).toBe("wait 1");
    await until(() => waiting.length === 2);
    waiting.slice(1).forEach(echo);
    expect(await client.response()).toMatchObject({ headers: { "x-way": "quick" }, body: "wait 2" });
  });

  it("are answered in order where many are sent ahead in small pieces", async () => {
    const { handle, waiting } = patient();
    const [server, client] = await startBoth({ handle });
    const bodies = Array.from({ length: 20 }, (_, i) => `${i} ${"x".repeat(10_000)}`);
    const ahead = bodies.map((body) => post(body)).join("");
    await client.send(post("wait"));
    await until(() => waiting.length === 1);
    for (let at = 0; at < 2000; at++) {
      await client.send(ahead.charAt(at));
      // Each piece by itself, so that it is seen by itself.
      if (server.sockets[0]?.bytesRead !== post("wait").length + at + 1)
        await once(server.sockets[0] ?? client.socket, "data");
    }
    await client.send(ahead.slice(2000));
    await until(() => server.sockets[0]?.bytesRead === (post("wait") + ahead).length);
    waiting.forEach(echo);
    expect((await client.response()).body).toBe("wait");
    for (const body of bodies) expect((await client.response()).body).toBe(body);
  });
});

describe("handed to node:http, and stays there, does a connection", () => {
  const plain = post("after");

  it.each([
    ["with two requests at once", post("hello") + post("hello"), ["hello", "hello"]],
    [
      "with a chunked body",
      `${post("").replace("Content-Length: 0", "Transfer-Encoding: chunked")}5\r\nhello\r\n0\r\n\r\n`,
      ["hello"],
    ],
    ["with a GET", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", [""]],
    ["with a header twice", post("hello", "X-A: 1", "X-A: 2"), ["hello"]],
    ["with an empty line in front", `\r\n${post("hello")}`, ["hello"]],
  ])("%s", async (_what, bytes, bodies) => {
    const [, client] = await startBoth();
    await client.send(plain);
    expect(await client.response()).toMatchObject({ headers: { "x-way": "quick" } });
    await client.send(bytes);
    for (const body of bodies)
      expect(await client.response()).toMatchObject({ headers: { "x-way": "node" }, body });
    await client.send(plain);
    expect(await client.response()).toMatchObject({ headers: { "x-way": "node" }, body: "after" });
  });

  it("whose body comes in three pieces", async () => {
    const [server, client] = await startBoth();
    const [first, second] = [post("hello").slice(0, -4), post("hello").slice(-4, -2)];
    await client.send(first);
    await until(() => server.sockets[0]?.bytesRead === first.length);
    await client.send(second);
    await until(() => server.sockets[0]?.bytesRead === first.length + second.length);
    await client.send("lo");
    expect(await client.response()).toMatchObject({ headers: { "x-way": "node" }, body: "hello" });
  });

  it("whose head comes in pieces", async () => {
    const [server, client] = await startBoth();
    await client.send(plain.slice(0, 10));
    await until(() => server.sockets[0]?.bytesRead === 10);
    await client.send(plain.slice(10));
    expect(await client.response()).toMatchObject({ headers: { "x-way": "node" }, body: "after" });
  });

  it("that has more than one request ready when an answer was given", async () => {
    const { handle, waiting } = patient();
    const [server, client] = await startBoth({ handle });
    await client.send(post("wait"));
    await until(() => waiting.length === 1);
    await client.send(post("a") + post("b"));
    await once(server.sockets[0] ?? client.socket, "data");
    waiting.forEach(echo);
    const answers = [await client.response(), await client.response(), await client.response()];
    expect(answers.map(({ body }) => body)).toEqual(["wait", "a", "b"]);
    expect(answers.map(({ headers }) => headers["x-way"])).toEqual(["quick", "node", "node"]);
  });

  it("that asks whether it may go on", async () => {
    const [, client] = await startBoth();
    await client.send(post("hello", "Expect: 100-continue").slice(0, -"hello".length));
    expect((await client.response()).status).toBe(100);
    await client.send("hello");
    expect(await client.response()).toMatchObject({ status: 200, body: "hello" });
  });

  it.each([
    ["says that it is the last request", post("hello", "Connection: close")],
    ["is of HTTP/1.0", post("hello").replace("HTTP/1.1", "HTTP/1.0")],
  ])("whose client %s; then it ends", async (_what, bytes) => {
    const [, client] = await startBoth();
    await client.send(bytes);
    const { headers, body } = await client.response();
    expect([headers["connection"], body]).toEqual(["close", "hello"]);
    await client.closed;
  });

  it("that is no HTTP at all; then it ends", async () => {
    const [, client] = await startBoth();
    await client.send(post("hello"));
    await client.response();
    await client.send("\0\x01\x02 what is this\r\n\r\n");
    await client.closed;
    expect(client.rest).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("whose body does not come in time", async () => {
    const [server, client] = await startBoth({ firstMs: 50 });
    await client.send(post("hello").slice(0, -5));
    await until(() => server.sockets[0]?.timeout === 0);
    await client.send("hello");
    expect(await client.response()).toMatchObject({ headers: { "x-way": "node" }, body: "hello" });
  });
});

describe("a connection ends", () => {
  it("when no first request comes", async () => {
    const [, client] = await startBoth({ firstMs: 50 });
    await client.closed;
    expect(client.rest).toBe("");
  });

  it("when no further request comes", async () => {
    const [server, client] = await startBoth({ keepAliveMs: 50 });
    await client.send(post("hello"));
    await client.response();
    await client.closed;
    await expect.poll(() => server.sockets[0]?.destroyed, PATIENCE).toBe(true);
  });

  it("not while a request is answered", async () => {
    const { handle, waiting } = patient();
    const [server, client] = await startBoth({ firstMs: 50, keepAliveMs: 50, handle });
    for (const body of ["wait 1", "wait 2"]) {
      await client.send(post(body));
      await once(server.sockets[0] ?? client.socket, "timeout");
      waiting.splice(0).forEach(echo);
      expect((await client.response()).body).toBe(body);
    }
    await client.closed;
  });

  it.each([
    ["first", 50, 60_000, [BIG]],
    ["second", 60_000, 50, ["small", BIG]],
  ])("when its client does not read the %s answer", async (_which, firstMs, keepAliveMs, bodies) => {
    const [server, client] = await startBoth({
      firstMs,
      keepAliveMs,
      handle: ({ body, response }) => void response.writeHead(200).end(body === "big" ? BIG : body),
    });
    for (const body of bodies) {
      await client.send(post(body === BIG ? "big" : body));
      if (body === BIG) client.socket.pause();
      else await client.response();
    }
    await expect.poll(() => server.sockets[0]?.destroyed, PATIENCE).toBe(true);
  });

  it("when its client closes its side, and no request that it sent ahead is begun", async () => {
    const { handle, waiting } = patient();
    const server = await start({ handle });
    const client = await connect(server, { allowHalfOpen: true });
    await client.send(post("wait"));
    await until(() => waiting.length === 1);
    const told = closeOf(waiting[0]);
    await client.send(post("ahead"));
    client.socket.end();
    expect(await told).toBe("not sent");
    await client.closed;
    waiting.forEach(echo);
    expect(server.bodies).toEqual(["wait"]);
  });

  it("when its client closes its side before it has read the answer, which it still gets", async () => {
    const handle = ({ response }: Exchange): void => void response.writeHead(200).end(BIG);
    const server = await start({ handle });
    const client = await connect(server, { allowHalfOpen: true });
    client.socket.pause();
    await client.send(post("one"));
    await until(() => server.exchanges.length === 1);
    await client.send(post("two"));
    client.socket.end();
    await once(server.sockets[0] ?? client.socket, "end");
    client.socket.resume();
    expect((await client.response()).body).toBe(BIG);
    await client.closed;
    expect(server.bodies).toEqual(["one"]);
  });

  it("when its client breaks it in the middle of an answer, and whoever answers is told", async () => {
    const { handle, waiting } = patient();
    const [server, client] = await startBoth({ handle });
    await client.send(post("wait"));
    await until(() => waiting.length === 1);
    const told = closeOf(waiting[0]);
    waiting[0]?.response.write("half");
    await client.waitFor("half");
    client.socket.resetAndDestroy();
    expect(await told).toBe("not sent");
    // Whatever is said now is said to nobody.
    waiting[0]?.response.write("more");
    waiting[0]?.response.end("all");
    expect(waiting[0]?.response.writableFinished).toBe(false);
    expect(server.sockets[0]?.destroyed).toBe(true);
  });
});

describe("a client that sends far too much ahead", () => {
  it("loses its connection, and whoever answers is told", async () => {
    const { handle, waiting } = patient();
    const [server, client] = await startBoth({ handle });
    await client.send(post("wait"));
    await until(() => waiting.length === 1);
    const told = closeOf(waiting[0]);
    client.socket.write("x".repeat(1_000_000));
    expect(await told).toBe("not sent");
    expect(server.sockets[0]?.bytesRead).toBeLessThan(500_000);
    await client.closed;
  });
});

describe("a drain", () => {
  it("ends idle connections, and those with an answer under way after it", async () => {
    const { handle, waiting } = patient();
    const server = await start({ handle });
    const [fresh, idle, busy] = [await connect(server), await connect(server), await connect(server)];
    await idle.send(post("hello"));
    await idle.response();
    await busy.send(post("wait"));
    await until(() => waiting.length === 1 && server.sockets.length === 3);
    server.drain();
    await Promise.all([fresh.closed, idle.closed]);
    waiting.forEach(echo);
    expect(await busy.response()).toMatchObject({ headers: { connection: "close" }, body: "wait" });
    await busy.closed;
  });

  it("answers a request of which a part had come", async () => {
    const [server, client] = await startBoth();
    await client.send(post("hello").slice(0, -2));
    await until(() => (server.sockets[0]?.bytesRead ?? 0) > 0);
    server.drain();
    await client.send("lo");
    expect(await client.response()).toMatchObject({ headers: { connection: "close" }, body: "hello" });
    await client.closed;
  });

  it("begins no request behind the last answer", async () => {
    const { handle, waiting } = patient();
    const server = await start({ handle });
    const client = await connect(server, { allowHalfOpen: true });
    await client.send(post("wait"));
    await until(() => waiting.length === 1);
    server.drain();
    waiting.forEach(echo);
    await client.response();
    await client.closed;
    await client.send(post("late"));
    await until(() => server.sockets[0]?.bytesRead === (post("wait") + post("late")).length);
    client.socket.end();
    await until(() => server.sockets[0]?.destroyed === true);
    expect(server.bodies).toEqual(["wait"]);
  });
});

describe("the place of a request", () => {
  it("is kept until its answer was read", async () => {
    const { left, server, client } = await leaveUnread();
    expect(left).toEqual([]);
    client.socket.resume();
    await client.response();
    await until(() => left.length === 1);
    expect(server.sockets[0]?.listenerCount("timeout")).toBe(1);
  });

  it("is given back when the client breaks the connection", async () => {
    const { left, client } = await leaveUnread();
    client.socket.resetAndDestroy();
    await expect.poll(() => left, PATIENCE).toEqual(["one"]);
  });

  it("is given back though the answer behind it, which follows at once, is not read", async () => {
    const { handle, waiting } = patient();
    const left: string[] = [];
    const [server, client] = await startBoth({
      handle: (one) => (one.body === "big" ? void one.response.writeHead(200).end(BIG) : handle(one)),
    });
    await client.send(post("wait"));
    await until(() => waiting.length === 1);
    client.socket.pause();
    await client.send(post("big"));
    await once(server.sockets[0] ?? client.socket, "data");
    const [first] = waiting;
    if (first === undefined) throw new Error("Nothing waits");
    echo(first);
    expect(server.bodies).toEqual(["wait", "big"]);
    whenRead(first.response, () => void left.push(first.body));
    expect(left).toEqual(["wait"]);
  });
});

/** A large answer that its client does not read; `left` has its request once its place was given back. */
async function leaveUnread(): Promise<{ left: string[]; server: LaneServer; client: RawClient }> {
  const left: string[] = [];
  const [server, client] = await startBoth({
    handle({ body, response }) {
      response.writeHead(200).end(BIG);
      whenRead(response, () => void left.push(body));
    },
  });
  client.socket.pause();
  await client.send(post("one"));
  await until(() => server.exchanges.length === 1);
  return { left, server, client };
}

/** Whether all was sent when the response was over. */
function closeOf(exchange: Exchange | undefined): Promise<string> {
  return new Promise((resolve) => {
    exchange?.response.once("close", () => resolve(exchange.response.writableFinished ? "sent" : "not sent"));
  });
}
