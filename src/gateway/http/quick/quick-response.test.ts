import { expect, it, onTestFinished, vi } from "vitest";
import { EventStream } from "../event-stream.ts";
import { replyJson } from "../reply.ts";
import { LaneServer, post, type Exchange } from "./fixtures/lane-server.ts";
import { RawClient } from "./fixtures/raw-client.ts";

async function ask(handle: (exchange: Exchange) => void): Promise<{ client: RawClient; server: LaneServer }> {
  const server = await LaneServer.start({ handle });
  onTestFinished(() => server.stop());
  const client = await RawClient.connect(server.port);
  onTestFinished(() => client.close());
  await client.send(post("hello"));
  return { client, server };
}

it("has the status and the headers that it was given, a date, and how long the connection is kept", async () => {
  const { client } = await ask(({ response }) => {
    response.writeHead(429, { "retry-after": "7", "x-number": 5 }).end("no");
  });
  const { status, headers, body } = await client.response();
  expect([status, body]).toEqual([429, "no"]);
  expect(headers).toMatchObject({ "retry-after": "7", "x-number": "5", "content-length": "2" });
  expect(headers).toMatchObject({ connection: "keep-alive", "keep-alive": "timeout=60" });
  expect(Math.abs(Date.parse(headers["date"] ?? "") - Date.now())).toBeLessThan(60_000);
});

it("has an empty body with a length where nothing is said", async () => {
  const { client } = await ask(({ response }) => void response.writeHead(202).end());
  expect(await client.response()).toMatchObject({
    status: 202,
    headers: { "content-length": "0" },
    body: "",
  });
});

it.each([10, 100_000])(
  "has the right length for JSON of %i letters of more than one byte",
  async (length) => {
    const text = JSON.stringify("ü€😀".repeat(length));
    const { client } = await ask(({ response }) => replyJson(response, 200, text));
    expect(await client.response()).toMatchObject({
      headers: { "content-length": String(Buffer.byteLength(text)), "content-type": "application/json" },
      body: text,
    });
  },
);

it("takes no line of its own from the value of a header", async () => {
  const { client } = await ask(({ response }) => {
    response.writeHead(200, { "x-a": "1\r\nx-b: 2\r\n\r\nbody\n\u2028\u010d\u010a\0ü" }).end("ok");
  });
  const { headers, body } = await client.response();
  expect(headers).not.toHaveProperty("x-b");
  expect(headers["x-a"]).toBe("1??x-b: 2????body??????");
  expect(body).toBe("ok");
});

it("is a stream in chunks, of letters of any length, with nothing for an empty text", async () => {
  const texts = ["a", "", "ü€😀", "\ud800", "x".repeat(70_000), "\r\n0\r\n\r\n", "end"];
  const { client } = await ask(({ response }) => {
    response.writeHead(200, { "content-type": "text/plain" });
    response.flushHeaders();
    response.flushHeaders();
    for (const text of texts) response.write(text);
    response.end();
  });
  const { headers, body } = await client.response();
  expect(headers["transfer-encoding"]).toBe("chunked");
  expect(body).toBe(texts.join("").replace("\ud800", "\ufffd"));
});

it("is a stream of events that come when they are sent, and the connection goes on after it", async () => {
  const streams: EventStream[] = [];
  const { client } = await ask(({ body, response }) => {
    if (body === "after") response.end("after");
    else streams.push(new EventStream(response, { "x-own": "yes" }));
  });
  await client.waitFor("\r\n\r\n");
  streams[0]?.send("one", "1");
  await client.waitFor("data: one");
  streams[0]?.keepAlive();
  streams[0]?.send("zwei ü");
  streams[0]?.end();
  streams[0]?.send("too late");
  const { headers, body } = await client.response();
  expect(headers).toMatchObject({ "content-type": "text/event-stream", "x-own": "yes" });
  expect(body).toBe("id: 1\nevent: message\ndata: one\n\n:\n\nevent: message\ndata: zwei ü\n\n");
  await client.send(post("after"));
  expect((await client.response()).body).toBe("after");
});

it("says its last words at the end of a stream, and nothing after them", async () => {
  const { client, server } = await ask(({ body, response }) => {
    if (body === "hello") response.write("first, ");
    response.end(Buffer.from(body));
    response.end("again");
    response.write("more");
  });
  expect((await client.response()).body).toBe("first, hello");
  await client.send(post("after"));
  expect((await client.response()).body).toBe("after");
  expect(client.rest).toBe("");
  expect(server.bodies).toEqual(["hello", "after"]);
});

it("has no say over the connection once it was sent", async () => {
  const { client, server } = await ask(({ body, response }) => void response.end(body));
  await client.response();
  const { response } = server.exchanges[0] ?? {};
  expect(response).toMatchObject({
    destroyed: true,
    writableFinished: true,
    socket: null,
    writableLength: 0,
  });
  response?.destroy();
  await client.send(post("after"));
  expect((await client.response()).body).toBe("after");
});

it("drops a client that does not read its events before they fill the memory", async () => {
  const streams: EventStream[] = [];
  const { client, server } = await ask(({ response }) => void streams.push(new EventStream(response)));
  await client.waitFor("\r\n\r\n");
  client.socket.pause();
  const text = "x".repeat(1_000_000);
  for (let sent = 0; sent < 40; sent++) streams[0]?.send(text);
  expect(streams[0]?.isOpen).toBe(false);
  await vi.waitUntil(() => server.sockets[0]?.closed === true);
});
