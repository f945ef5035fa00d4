import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { openAiEmbedder } from "./openai-embedder.ts";

interface Request {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: readonly string[] };
}

let server: Server | undefined;
const requests: Request[] = [];
afterEach(async () => {
  requests.length = 0;
  server?.closeAllConnections();
  if (server !== undefined) await new Promise((done) => server?.close(done));
  server = undefined;
});

/** An endpoint of its own for each test, on a free port. */
async function serve(answer: (request: Request, response: ServerResponse) => void): Promise<string> {
  const receive = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await readBody(message)) as Request["body"];
    const request = { path: message.url, authorization: message.headers.authorization, body };
    requests.push(request);
    answer(request, response);
  };
  server = createServer((message, response) => void receive(message, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const vectorOf = (text: string): number[] => [text.length, 1];

it("sends texts in batches, with the key, and puts the vectors in their order", async () => {
  const url = await serve(({ body }, response) => {
    const data = body.input.map((text, index) => ({ index, embedding: vectorOf(text) }));
    response.end(JSON.stringify({ data: data.toReversed() }));
  });
  const embedder = openAiEmbedder({ url: `${url}/`, model: "small", key: "sk-1", batch: 2 });
  const vectors = await embedder.embed(["a", "bb", "ccc"]);
  expect(vectors.map((vector) => [...vector])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  expect(requests.map(({ body }) => body.input)).toEqual([["a", "bb"], ["ccc"]]);
  expect(requests[0]).toMatchObject({
    path: "/v1/embeddings",
    authorization: "Bearer sk-1",
    body: { model: "small" },
  });
});

it.each([
  [401, "permission", /answered 401: no <U\+0007> entry for \*\*\*/],
  [500, "connection", /answered 500/],
])("says what the endpoint said with status %i, without the key", async (status, code, message) => {
  const url = await serve((_, response) => response.writeHead(status).end("no \u0007 entry for sk-secret"));
  const failure = openAiEmbedder({ url, model: "m", key: "sk-secret" }).embed(["a"]);
  await expect(failure).rejects.toMatchObject({ code, message: expect.stringMatching(message) as unknown });
  await expect(failure).rejects.not.toMatchObject({
    message: expect.stringContaining("sk-secret") as unknown,
  });
});

it.each([
  ["nothing", {}],
  ["too few", { data: [{ index: 0, embedding: [1] }] }],
  ["different lengths", { data: [{ embedding: [1] }, { embedding: [1, 2] }] }],
  ["words", { data: [{ embedding: ["1"] }, { embedding: ["2"] }] }],
  [
    "places that do not exist",
    {
      data: [
        { index: 7, embedding: [1] },
        { index: -1, embedding: [1] },
      ],
    },
  ],
  ["empty vectors", { data: [{ embedding: [] }, { embedding: [] }] }],
])("refuses an answer with %s", async (_, answer) => {
  const url = await serve((_, response) => response.end(JSON.stringify(answer)));
  await expect(openAiEmbedder({ url, model: "m" }).embed(["a", "b"])).rejects.toMatchObject({
    code: "protocol",
    hint: expect.stringContaining("embeddings") as unknown,
  });
});

it("refuses an answer that is no JSON", async () => {
  const url = await serve((_, response) => response.end("<html>"));
  await expect(openAiEmbedder({ url, model: "m" }).embed(["a"])).rejects.toMatchObject({ code: "protocol" });
});

it("does not take the key to another address", async () => {
  const url = await serve((_, response) =>
    response.writeHead(307, { location: "http://127.0.0.1:9/" }).end(),
  );
  await expect(openAiEmbedder({ url, model: "m", key: "k" }).embed(["a"])).rejects.toMatchObject({
    code: "connection",
  });
  expect(requests).toHaveLength(1);
});

it("gives up at its deadline, and at once when it is told to", async () => {
  const url = await serve(() => undefined);
  await expect(openAiEmbedder({ url, model: "m", timeoutMs: 50 }).embed(["a"])).rejects.toMatchObject({
    code: "timeout",
    message: expect.stringContaining("50 ms") as unknown,
  });
  const controller = new AbortController();
  const waiting = openAiEmbedder({ url, model: "m" }).embed(["a"], controller.signal);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
});

it("says when nobody is there, and when the address is none", async () => {
  const url = await serve(() => undefined);
  server?.close();
  await expect(openAiEmbedder({ url, model: "m" }).embed(["a"])).rejects.toMatchObject({
    code: "connection",
  });
  for (const wrong of ["", "api.openai.com", "file:///etc/passwd"]) {
    expect(() => openAiEmbedder({ url: wrong, model: "m" })).toThrowError(
      expect.objectContaining({ code: "config" }) as Error,
    );
  }
});
