import { once } from "node:events";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { Relay, type Peer } from "./relay.ts";

type Message = Readonly<Record<string, unknown>>;

/** Both ends of a pair of pipes: what a test says and hears is what the relay hears and says. */
class Party {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly heard: Message[] = [];

  constructor() {
    createInterface(this.output).on("line", (line) => this.heard.push(JSON.parse(line) as Message));
  }

  say(message: Message): void {
    this.input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** As our gateway writes it. */
  answer(id: string | number, result: Message = {}): void {
    this.say({ id, result });
  }

  async hears(expected: readonly Message[]): Promise<void> {
    await expect.poll(() => this.heard).toMatchObject(expected);
  }

  end(): void {
    this.input.destroy();
    this.output.destroy();
  }
}

function start(...gateways: readonly [Party, ...Party[]]) {
  const client = new Party();
  const [first, ...others] = gateways;
  const wanted: boolean[] = [];
  const stop = new AbortController();
  const relay = new Relay({
    client,
    signal: stop.signal,
    onLost: () => undefined,
    next: async (isWanted): Promise<Peer | undefined> => {
      wanted.push(isWanted);
      return isWanted ? others.shift() : undefined;
    },
  });
  const ended = relay.run(first);
  onTestFinished(async () => {
    stop.abort();
    for (const gateway of gateways) gateway.end();
    await ended;
  });
  return { client, ended, wanted };
}

const HELLO = { id: "hello", method: "initialize", params: { protocolVersion: "2025-11-25" } };

it("says an introduction again that was never answered, without being asked", async () => {
  const [one, two] = [new Party(), new Party()];
  const { client } = start(one, two);
  client.say(HELLO);
  await one.hears([HELLO]);
  one.end();
  await two.hears([HELLO]);
  two.answer("hello", { ok: true });
  await expect.poll(() => client.heard).toMatchObject([{ id: "hello", result: { ok: true } }]);
});

it("passes on whole lines only", async () => {
  const [one, two] = [new Party(), new Party()];
  const { client } = start(one, two);
  client.say({ id: 1, method: "tools/call" });
  await one.hears([{ id: 1 }]);
  one.input.write('{"jsonrpc":"2.0","id":1,"result":{"half');
  one.end();
  await client.hears([
    { id: 1, error: { message: expect.stringContaining("ended before it answered") as string } },
  ]);
  client.say({ id: 2, method: "tools/call" });
  await two.hears([{ id: 2 }]);
  two.answer(2);
  await expect.poll(() => client.heard.at(-1)).toMatchObject({ id: 2, result: {} });
});

it("brings an answer to the gateway that asked, and to no other", async () => {
  const [one, two] = [new Party(), new Party()];
  const { client } = start(one, two);
  one.say({ id: 7, method: "roots/list" });
  await client.hears([{ id: 7 }]);
  one.end();
  await client.hears([{ id: 7 }, { method: "notifications/cancelled", params: { requestId: 7 } }]);
  client.say({ id: 7, result: { roots: [] } });
  client.say({ id: 1, method: "tools/list" });
  await expect.poll(() => two.heard).toMatchObject([{ id: 1, method: "tools/list" }]);
});

it("looks for a gateway, and starts none, for a client that only tells or makes sure that we live", async () => {
  const [one, two] = [new Party(), new Party()];
  const { client, wanted } = start(one, two);
  one.end();
  await expect.poll(() => wanted.length).toBeGreaterThan(0);
  client.say({ method: "notifications/roots/list_changed" });
  client.say({ id: 1, method: "ping" });
  await client.hears([{ id: 1, result: {} }]);
  expect(wanted).not.toContain(true);
  client.say({ id: 2, method: "tools/list" });
  await two.hears([{ id: 2 }]);
});

it("ends when its client has, after the last answer", async () => {
  const one = new Party();
  const { client, ended } = start(one);
  client.say({ id: 1, method: "tools/call" });
  client.input.end();
  await one.hears([{ id: 1 }]);
  one.answer(1);
  await once(one.output, "end");
  one.end();
  await ended;
  expect(client.heard).toMatchObject([{ id: 1, result: {} }]);
});
