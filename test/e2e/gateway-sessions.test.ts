/** What lasts longer than one request: versions that were agreed on, streams that break, subscriptions, patience. */
import { setTimeout as delay } from "node:timers/promises";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { COUNTER_URI } from "../servers/pairing/offer.ts";
import { startGateway, type Gateway } from "./gateway.ts";
import { CLIENT_KINDS, connectClient, type Answers, type ClientKind } from "./pairing-clients.ts";
import { headersOf, initializeParams, messagesIn, paramsOf, type Reply } from "./raw-clients.ts";

const SERVERS = resolve(import.meta.dirname, "../servers/pairing");
const program = (file: string) => ({ command: process.execPath, args: [join(SERVERS, file)] });
const ERAS = ["legacy", "modern"] as const;
const HASTY_MS = 600;

let gateway: Gateway;
beforeAll(async () => {
  const [legacy, modern] = [program("legacy.ts"), program("modern.ts")];
  const hasty = { timeout: HASTY_MS };
  gateway = await startGateway({
    servers: {
      legacy,
      modern,
      "hasty-legacy": { ...legacy, ...hasty },
      "hasty-modern": { ...modern, ...hasty },
    },
  });
});
afterAll(() => gateway.stop());

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
async function connect(kind: ClientKind, server: string, answers: Answers = {}) {
  const client = await connectClient(kind, gateway.endpoint(server), answers);
  open.push(client);
  return client;
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { ...headersOf("legacy", "", {}), ...headers },
    body: JSON.stringify(body),
  });

describe("a client of the old era", () => {
  it.for(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
    "gets %s when it asks for it",
    async (version) => {
      const params = { ...initializeParams, protocolVersion: version };
      const response = await post(gateway.url, { jsonrpc: "2.0", id: 1, method: "initialize", params });
      expect(await firstReply(response)).toMatchObject({ id: 1, result: { protocolVersion: version } });
    },
  );

  it("gets a version of the old era when it asks for one that nobody knows", async () => {
    for (const protocolVersion of ["1999-01-01", "2099-01-01", "nonsense"]) {
      const params = { ...initializeParams, protocolVersion };
      const response = await post(gateway.url, { jsonrpc: "2.0", id: 1, method: "initialize", params });
      expect((await firstReply(response)).result).toMatchObject({ protocolVersion: "2025-11-25" });
    }
  });

  it.for(ERAS)("goes on with a stream that broke in the middle of a call to a %s server", async (server) => {
    const url = gateway.endpoint(server);
    const started = await post(url, {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: initializeParams,
    });
    await started.text();
    const session = { "mcp-session-id": started.headers.get("mcp-session-id") ?? "" };
    const params = { name: "count", arguments: { to: 40 }, _meta: { progressToken: "p" } };
    const broken = new AbortController();
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headersOf("legacy", "", {}), ...session },
      body: JSON.stringify({ jsonrpc: "2.0", id: "call", method: "tools/call", params }),
      signal: broken.signal,
    });
    const seen = await readSome(response, (text) => text.includes("Step 3"));
    broken.abort();
    const lastEventId = [...seen.matchAll(/^id: ?(.+)$/gmu)].at(-1)?.[1] ?? "";
    const resumed = await fetch(url, {
      headers: {
        ...headersOf("legacy", "", {}),
        ...session,
        accept: "text/event-stream",
        "last-event-id": lastEventId,
      },
    });
    const rest = await readSome(resumed, (text) => text.includes("Counted to 40"));
    await resumed.body?.cancel().catch(() => undefined);
    const steps = (text: string) => [...text.matchAll(/"Step (\d+)"/gu)].map(([, step]) => Number(step));
    const [before, after] = [steps(seen), steps(rest)];
    // What arrived after the last event that was read whole comes again, and nothing is missing or there twice.
    const upToLastEvent = before.length === 0 ? 0 : (after[0] ?? 0) - 1;
    expect([...before.slice(0, upToLastEvent), ...after]).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
  });
});

describe.for(CLIENT_KINDS.flatMap((kind) => ERAS.map((server) => [kind, server] as const)))(
  "a %s client of a %s server",
  ([kind, server]) => {
    it("that can answer nothing is asked nothing, and its call ends", async () => {
      const client = await connect(kind, server, { isMute: true });
      const outcome = await client.call("ask_name").then(
        (result) => ({ isError: result["isError"] === true }),
        (error: unknown) => ({ isError: error instanceof Error }),
      );
      expect(outcome).toEqual({ isError: true });
      expect(client.asked).toEqual([]);
      expect(await client.call("echo", { text: "still here" })).toMatchObject({ structuredContent: {} });
    });

    it("may take longer to answer than a call may take", async () => {
      const client = await connect(kind, `hasty-${server}`, {
        elicit: async () => {
          await delay(3 * HASTY_MS);
          return { action: "accept", content: { name: "slow" } };
        },
      });
      const [content] = (await client.call("ask_name"))["content"] as readonly { text: string }[];
      expect(content?.text).toBe("Hello slow");
    });

    it("keeps its subscription when another gives up the same one", async () => {
      const [staying, leaving] = [await connect(kind, server), await connect(kind, server)];
      await staying.watch({ resource: COUNTER_URI });
      await leaving.watch({ resource: COUNTER_URI });
      if (leaving.era === "legacy") await leaving.request("resources/unsubscribe", { uri: COUNTER_URI });
      else await leaving.close();
      await staying.call("touch");
      const updates = (client: typeof staying) =>
        client.told.filter(({ method }) => method === "notifications/resources/updated").length;
      await expect.poll(() => updates(staying), { timeout: 10_000 }).toBe(1);
      expect(updates(leaving)).toBe(0);
    });

    it("gets the progress of its own call where another uses the same token", async () => {
      const token = "the same";
      const url = gateway.endpoint(server);
      const counts = await Promise.all([12, 17].map((to) => countRaw(url, { to, token })));
      for (const [index, to] of [12, 17].entries())
        expect(counts[index]).toEqual(Array.from({ length: to }, () => to));
    });
  },
);

/** Counts with a token of its own choice, in the new era; gives the total of every progress notification that came. */
async function countRaw(
  url: string,
  { to, token }: { to: number; token: string },
): Promise<readonly unknown[]> {
  const params = paramsOf("modern", { name: "count", arguments: { to } });
  const _meta = { ...(params["_meta"] as object), progressToken: token };
  const response = await fetch(url, {
    method: "POST",
    headers: headersOf("modern", "tools/call", params),
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...params, _meta } }),
  });
  const messages = messagesIn(await response.text(), response.headers.get("content-type") ?? "");
  return messages
    .filter(
      ({ method, params: sent }) => method === "notifications/progress" && sent?.["progressToken"] === token,
    )
    .map(({ params: sent }) => sent?.["total"]);
}

describe("two clients of the old era with different tastes", () => {
  it("get the log messages of their own level", async () => {
    const [curious, calm] = [await connect("v1", "legacy"), await connect("v1", "legacy")];
    await curious.request("logging/setLevel", { level: "debug" });
    await calm.request("logging/setLevel", { level: "error" });
    const dataOf = (client: typeof calm) =>
      client.told
        .filter(({ method }) => method === "notifications/message")
        .map(({ params }) => params["data"]);
    await curious.call("log", { level: "info", text: "one" });
    await expect.poll(() => dataOf(curious), { timeout: 10_000 }).toEqual(["one"]);
    await calm.call("log", { level: "info", text: "two" });
    await calm.call("log", { level: "error", text: "three" });
    await expect.poll(() => dataOf(calm), { timeout: 10_000 }).toEqual(["three"]);
  });
});

async function firstReply(response: Response): Promise<Reply> {
  const [reply = {}] = messagesIn(await response.text(), response.headers.get("content-type") ?? "");
  return reply;
}

/** Reads a stream until it has said enough, or has ended. */
async function readSome(response: Response, isEnough: (text: string) => boolean): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body?.values({ preventCancel: true }) ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (isEnough(text)) break;
  }
  return text;
}
