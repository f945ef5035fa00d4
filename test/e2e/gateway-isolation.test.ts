/** Clients that share the gateway and its servers never get what was meant for another. */
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createToken, startGateway, type Gateway } from "./gateway.ts";
import { CLIENT_KINDS, connectClient, type PairingClient } from "./pairing-clients.ts";
import { connectRawHttp, connectRawStdio, type RawClient } from "./raw-clients.ts";
import { TACKLE } from "./tackle.ts";

const SERVERS = resolve(import.meta.dirname, "../servers/pairing");
const program = (file: string) => ({ command: process.execPath, args: [join(SERVERS, file)] });
const ERAS = ["legacy", "modern"] as const;
const PAIRS_OVER_HTTP = 1500;
const PAIRS_OVER_STDIO = 2000;
/** How many requests of one client are under way at once. */
const AT_ONCE = 40;

let gateway: Gateway;
beforeAll(async () => {
  const legacy = program("legacy.ts");
  const modern = program("modern.ts");
  const own = { ...legacy, isolation: "session" };
  // A call that was given up keeps questions unclear for a while: those have servers beside the others.
  const beside = { "legacy-beside": legacy, "modern-beside": modern, "own-beside": own };
  gateway = await startGateway({ servers: { legacy, modern, own, ...beside, shared: legacy } });
});
afterAll(() => gateway.stop());

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

describe.for(ERAS)("two clients of the %s era that use the same request ids at the same time", (era) => {
  it("over HTTP get only their own replies", async () => {
    const connect = async () => keep(await connectRawHttp(gateway.url, era));
    expect(await wrongReplies(await twice(connect), PAIRS_OVER_HTTP)).toEqual([]);
  });

  it("over stdio, attached to one gateway, get only their own replies", async () => {
    const { bench, configFile } = gateway;
    const attached = {
      command: process.execPath,
      args: [TACKLE, "serve", "--stdio", "--config", configFile],
      cwd: bench.project,
      env: { HOME: bench.home, PATH: process.env["PATH"] ?? "" },
    };
    const connect = async () => keep(await connectRawStdio(attached, era));
    expect(await wrongReplies(await twice(connect), PAIRS_OVER_STDIO)).toEqual([]);
  });
});

/**
 * A server of the old era does not say for which call it asks. Where clients share one, a question waits until it can only be
 * one client's, and is put to nobody when it stays unclear; where each has one of its own, and in the new era, every
 * question is answered. Clients of the new era have no session, and so no server of their own.
 */
const REFUSED = "refused";
const QUESTIONS = [
  { server: "legacy", text: "a server of the old era that they share" },
  { server: "own", text: "servers of the old era, one for each session" },
  { server: "modern", text: "a server of the new era" },
];

describe.for(CLIENT_KINDS.flatMap((kind) => QUESTIONS.map((question) => ({ kind, ...question }))))(
  "two $kind clients of $text",
  ({ kind, server }) => {
    const mayRefuse = server === "legacy" || (server === "own" && kind === "v2 modern");
    const connect = async (name: string, to = server) =>
      keep(
        await connectClient(kind, gateway.endpoint(to), {
          elicit: () => Promise.resolve({ action: "accept", content: { name } }),
        }),
      );
    const expected = (name: string) => (mayRefuse ? [name, REFUSED] : [name]);

    it("are asked what their own call asks, when the other's call has ended at the latest", async () => {
      const [asking, working] = await Promise.all([connect("asking"), connect("working")]);
      const begun = Promise.withResolvers<void>();
      const work = working.call("count", { to: 60 }, { onProgress: () => begun.resolve() });
      await begun.promise;
      expect(await askedName(asking)).toBe("asking");
      expect(working.asked).toEqual([]);
      expect(JSON.stringify(await work)).toContain("Counted to 60");
    });

    it("that are asked at the same time each answer their own question", async () => {
      const clients = await Promise.all([connect("left"), connect("right")]);
      const rounds = Array.from({ length: 10 }, () => clients.map(askedName)).flat();
      const answers = await Promise.all(rounds);
      for (const [index, answer] of answers.entries())
        expect(expected(index % 2 === 0 ? "left" : "right")).toContain(answer);
      expect(answers.some((answer) => answer !== REFUSED)).toBe(true);
    });

    it("with calls under way are asked only what their own call asks", async () => {
      const beside = `${server}-beside`;
      const [asking, waiting] = await Promise.all([connect("asking", beside), connect("waiting", beside)]);
      const controller = new AbortController();
      const begun = Promise.withResolvers<void>();
      const wait = waiting.call(
        "wait",
        { key: `${kind} ${server}` },
        { signal: controller.signal, onProgress: () => begun.resolve() },
      );
      const ended = wait.then(String, String);
      await begun.promise;
      const answer = askedName(asking);
      // Where it cannot be told who is asked, that is decided by the end of the other call.
      expect(mayRefuse ? "asking" : await answer).toBe("asking");
      controller.abort("enough");
      expect(expected("asking")).toContain(await answer);
      expect(waiting.asked).toEqual([]);
      expect(await ended).toContain("enough");
      // A client that leaves at once may take its cancellation back with it.
      const cancelled = async () => JSON.stringify(await waiting.call("cancelled"));
      await expect.poll(cancelled, { timeout: 10_000 }).toContain(`${kind} ${server}`);
    });
  },
);

it("one client of the new era is told by its token, whatever else of it is under way on a server that it shares", async () => {
  const token = await createToken(gateway, "laptop");
  const connect = (name: string) =>
    connectClient("v2 modern", gateway.endpoint("shared"), {
      token,
      elicit: () => Promise.resolve({ action: "accept", content: { name } }),
    });
  const client = keep(await connect("laptop"));
  const controller = new AbortController();
  const begun = Promise.withResolvers<void>();
  const wait = client
    .call("wait", { key: "laptop" }, { signal: controller.signal, onProgress: () => begun.resolve() })
    .catch(String);
  await begun.promise;
  expect(await Promise.all([askedName(client), askedName(client)])).toEqual(["laptop", "laptop"]);
  controller.abort("enough");
  await wait;
  expect(await askedName(client)).toBe("laptop"); // also right after a cancelled call
});

async function askedName(client: PairingClient): Promise<string> {
  try {
    const [content] = (await client.call("ask_name"))["content"] as readonly { text: string }[];
    return content?.text.replace("Hello ", "") ?? "";
  } catch (error) {
    if (String(error).includes("It cannot be told which client")) return REFUSED;
    throw error;
  }
}

/** Each client sends the ids 0, 1, 2 … with its own mark in the text, and must get each back once, with that mark. */
async function wrongReplies(clients: readonly RawClient[], count: number): Promise<readonly unknown[]> {
  const wrong = await Promise.all(clients.map((client, mark) => wrongEchoes(client, { mark, count })));
  const strays = clients.flatMap((client) => client.strays.filter(({ id }) => id !== undefined));
  return [...wrong.flat(), ...strays];
}

async function wrongEchoes(
  client: RawClient,
  { mark, count }: { mark: number; count: number },
): Promise<readonly unknown[]> {
  const wrong: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const id = next;
      next += 1;
      const text = `client ${mark}, request ${id}`;
      const name = `mcp__${id % 2 === 0 ? "legacy" : "modern"}__echo`;
      const replies = await client.send(id, "tools/call", { name, arguments: { text } });
      const [data] = replies.map(
        ({ result }) => result?.["structuredContent"] as { text?: string } | undefined,
      );
      if (replies.length !== 1 || data?.text !== text) wrong.push({ text, replies });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return wrong;
}

/** Closes it when the test has ended, however that went. */
function keep<Client extends { close(): Promise<void> }>(client: Client): Client {
  open.push(client);
  return client;
}

function twice<Made>(make: () => Promise<Made>): Promise<readonly Made[]> {
  return Promise.all([make(), make()]);
}
