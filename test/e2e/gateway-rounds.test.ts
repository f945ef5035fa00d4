/** A server may ask several times before it answers. Whoever puts its questions to the client: it is one call. */
import { resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type Gateway } from "./gateway.ts";
import {
  CLIENT_KINDS,
  connectClient,
  type Answers,
  type ClientKind,
  type PairingClient,
} from "./pairing-clients.ts";

const program = { command: process.execPath, args: [resolve(import.meta.dirname, "../servers/rounds.ts")] };
const SLOW = { timeout: 10_000 };
const LEGACY_KINDS = ["v1", "v2 legacy"] as const;

let gateway: Gateway;
beforeAll(async () => {
  const cached = { ...program, cache: { "*": 600_000 } };
  gateway = await startGateway({
    servers: Object.fromEntries([
      ["cached", cached],
      ...CLIENT_KINDS.flatMap((_kind, index) => [
        [`asks${index}`, { ...program, policy: "ask" }],
        [`plain${index}`, program],
      ]),
    ]),
  });
});
afterAll(() => gateway.stop());

const open: PairingClient[] = [];
afterEach(async () => {
  await Promise.allSettled(open.splice(0).map((client) => client.close()));
});
async function connect(kind: ClientKind, server: string, answers: Answers): Promise<PairingClient> {
  const client = await connectClient(kind, gateway.endpoint(server), answers);
  open.push(client);
  return client;
}

/** Says yes once, and answers what it is asked for. */
const person = (name: string, colour: string): Answers => ({
  elicit: ({ message }) => {
    const content = String(message).startsWith("May ")
      ? { decision: "once" }
      : { answer: String(message).includes("name") ? name : colour };
    return Promise.resolve({ action: "accept", content });
  },
});
const messagesTo = ({ asked }: PairingClient): string[] =>
  asked.map(({ params }) => String(params["message"]).split("\n")[0] ?? "");
const textOf = (result: Readonly<Record<string, unknown>>): string =>
  (result["content"] as { text: string }[])[0]?.text ?? "";

interface AuditEvent {
  readonly type: string;
  readonly outcome: string;
}
const callsOf = async (server: string): Promise<readonly string[]> => {
  const { json } = await gateway.bench.run(["audit", "--json", "--server", server]);
  return (json as AuditEvent[]).filter(({ type }) => type === "call").map(({ outcome }) => outcome);
};

describe.for(CLIENT_KINDS.map((kind, index) => [kind, index] as const))("a %s client", ([kind, index]) => {
  it("is asked for its approval once, whatever the server asks then, and there is one record", async () => {
    const server = `asks${index}`;
    const client = await connect(kind, server, person("Ada", "blue"));
    expect(textOf(await client.call("ask_twice"))).toBe("Ada likes blue");
    expect(messagesTo(client)).toEqual([
      `May the tool "ask_twice" of the server "${server}" be called?`,
      "What is your name?",
      "What is your colour?",
    ]);
    await expect.poll(() => callsOf(server), SLOW).toEqual(["ok"]);
  });

  it("gets no answer that came of somebody else's input", async () => {
    const first = await connect(kind, "cached", person("Ada", "blue"));
    const second = await connect(kind, "cached", person("Bob", "red"));
    expect(textOf(await first.call("ask_twice"))).toBe("Ada likes blue");
    expect(textOf(await second.call("ask_twice"))).toBe("Bob likes red");
  });

  it("reads a resource whose server has questions", async () => {
    const client = await connect(kind, "cached", person("Cy", "green"));
    const read = await client.request("resources/read", { uri: "rounds://taste" });
    expect(read["contents"]).toMatchObject([{ text: "Cy likes green" }]);
  });
});

describe.for(LEGACY_KINDS.map((kind, index) => [kind, index] as const))("a %s client", ([kind, index]) => {
  it("has one call under way while it is asked, and one record of it", async () => {
    const server = `plain${index}`;
    const underWay: string[] = [];
    const answers = person("Ada", "blue");
    const client = await connect(kind, server, {
      elicit: async (params) => {
        const metrics = await (await fetch(new URL("/metrics", gateway.url))).text();
        underWay.push(/^tacklebox_calls_in_flight (\d+)$/m.exec(metrics)?.[1] ?? "");
        underWay.push(metrics.includes(`tacklebox_calls_total{server="${server}"`) ? "ended" : "going on");
        return answers.elicit?.(params) ?? { action: "cancel" };
      },
    });
    expect(textOf(await client.call("ask_twice"))).toBe("Ada likes blue");
    expect(underWay).toEqual(["1", "going on", "1", "going on"]);
    await expect.poll(() => callsOf(server), SLOW).toEqual(["ok"]);
  });
});

it("a client that cannot be asked is told so, and its call has a record", async () => {
  const client = await connect("v1", "plain2", { isMute: true });
  await expect(client.call("ask_twice")).rejects.toMatchObject({ code: -32021 });
  expect(client.asked).toEqual([]);
  await expect.poll(() => callsOf("plain2"), SLOW).toEqual(["protocol-error"]);
});
