/** Clients that share the gateway and its servers never get what was meant for another. */
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type Gateway } from "./gateway.ts";
import { CLIENT_KINDS, connectClient } from "./pairing-clients.ts";
import { connectRawHttp, connectRawStdio, type RawClient } from "./raw-clients.ts";
import { TACKLE } from "./tackle.ts";

const SERVERS = resolve(import.meta.dirname, "../servers/pairing");
const program = (file: string) => ({ command: process.execPath, args: [join(SERVERS, file)] });
const ERAS = ["legacy", "modern"] as const;
const PAIRS_OVER_HTTP = 600;
const PAIRS_OVER_STDIO = 2000;
/** How many requests of one client are under way at once. */
const AT_ONCE = 40;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ servers: { legacy: program("legacy.ts"), modern: program("modern.ts") } });
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

describe.for(CLIENT_KINDS.flatMap((kind) => ERAS.map((server) => [kind, server] as const)))(
  "two %s clients of a %s server",
  ([kind, server]) => {
    const connect = async (name: string) =>
      keep(
        await connectClient(kind, gateway.endpoint(server), {
          elicit: () => Promise.resolve({ action: "accept", content: { name } }),
        }),
      );

    it("with calls under way are asked only what their own call asks", async () => {
      const [asking, waiting] = await Promise.all([connect("asking"), connect("waiting")]);
      const controller = new AbortController();
      const begun = Promise.withResolvers<void>();
      const wait = waiting.call(
        "wait",
        { key: `${kind} ${server}` },
        { signal: controller.signal, onProgress: () => begun.resolve() },
      );
      const ended = wait.then(String, String);
      await begun.promise;
      expect(nameIn(await asking.call("ask_name"))).toBe("asking");
      expect(waiting.asked).toEqual([]);
      controller.abort("enough");
      expect(await ended).toContain("enough");
    });

    it("that are asked at the same time each answer their own question", async () => {
      const names = ["left", "right"];
      const clients = await Promise.all(names.map(connect));
      const rounds = Array.from({ length: 10 }, () => names);
      const answers = await Promise.all(
        rounds.flat().map(async (name) => {
          const client = clients[names.indexOf(name)];
          return { name, answer: client === undefined ? "" : nameIn(await client.call("ask_name")) };
        }),
      );
      for (const { name, answer } of answers) expect(answer).toBe(name);
      expect(clients.map(({ asked }) => asked.length)).toEqual([rounds.length, rounds.length]);
    });
  },
);

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

function nameIn(result: Readonly<Record<string, unknown>>): string {
  const [content] = result["content"] as readonly { text: string }[];
  return content?.text.replace("Hello ", "") ?? "";
}
