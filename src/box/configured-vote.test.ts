import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { defineServer } from "../servers/define-server.ts";
import { tool } from "../servers/tool.ts";
import { temporaryFolder } from "../util/fixtures/folder.ts";
import { createBox } from "./create-box.ts";

const KEY = "sk-canary-key";
const sky = defineServer("sky", {
  forecast: tool({ description: "Tells the weather of a city", run: () => "" }),
  tides: tool({ description: "Tells when the sea is high", run: () => "" }),
});

interface Endpoint {
  readonly url: string;
  readonly keys: (string | undefined)[];
}

/** An endpoint in whose eyes rain is weather; with a status it only fails. */
async function serveEmbeddings(status = 200): Promise<Endpoint> {
  const keys: (string | undefined)[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    keys.push(request.headers.authorization);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: readonly string[] };
    const data = input.map((text, index) => ({
      index,
      embedding: /weather|umbrella/.test(text) ? [1, 0] : [0, 1],
    }));
    response.writeHead(status).end(status === 200 ? JSON.stringify({ data }) : `no entry for ${KEY}`);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, keys };
}

async function openBox(url: string) {
  const home = temporaryFolder();
  const embedder = { type: "openai", url, model: "small", apiKey: "${EMBED_KEY}" };
  const box = await createBox({
    env: { HOME: home, EMBED_KEY: KEY },
    cwd: home,
    servers: [sky],
    settings: { search: { embedder } },
  });
  onTestFinished(() => box.stop());
  await box.start();
  return box;
}

it("has a say in every search where the settings name a model", async () => {
  const { url, keys } = await serveEmbeddings();
  const box = await openBox(url);
  const { results, warning } = await box.search("umbrella");
  expect(warning).toBeUndefined();
  expect(results[0]).toMatchObject({ tool: "forecast" });
  expect(keys).toContain(`Bearer ${KEY}`);
  const run = await box.runCode("return (await search_skills('umbrella'))[0].name");
  expect(run.data).toBe("device.SkyMCP.forecast");
});

it("leaves the words to decide when the model fails, with a warning without the key, and does not ask again at once", async () => {
  const { url, keys } = await serveEmbeddings(500);
  const box = await openBox(url);
  for (let search = 0; search < 3; search++) {
    const { results, warning } = await box.search("weather");
    expect(results[0]).toMatchObject({ tool: "forecast" });
    expect(warning).toMatch(/^Searched by words only: .*500/);
    expect(warning).not.toContain(KEY);
  }
  expect(keys).toHaveLength(1);
});
