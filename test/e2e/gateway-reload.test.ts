/** A changed configuration replaces servers while clients are there; what those wanted of the servers is wanted still. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { COUNTER_URI } from "../servers/pairing/offer.ts";
import { startGateway, type Gateway } from "./gateway.ts";
import { CLIENT_KINDS, connectClient, type ClientKind, type PairingClient } from "./pairing-clients.ts";

const SERVERS = resolve(import.meta.dirname, "../servers/pairing");
const program = (file: string) => ({ command: process.execPath, args: [join(SERVERS, file)] });
const SLOW = { timeout: 10_000 };
const own = { isolation: "session" };
const servers: Record<string, Readonly<Record<string, unknown>>> = {
  legacy: program("legacy.ts"),
  modern: program("modern.ts"),
  "own-legacy": { ...program("legacy.ts"), ...own },
  "own-modern": { ...program("modern.ts"), ...own },
};
/** Clients without a session have no server of their own. */
const PAIRS = CLIENT_KINDS.flatMap((kind) =>
  Object.keys(servers)
    .filter((server) => kind !== "v2 modern" || !server.startsWith("own"))
    .map((server) => [kind, server] as const),
);

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ servers });
});
afterAll(() => gateway.stop());

const open: PairingClient[] = [];
afterEach(async () => {
  await Promise.allSettled(open.splice(0).map((client) => client.close()));
});
async function connect(kind: ClientKind, server: string): Promise<PairingClient> {
  const client = await connectClient(kind, gateway.endpoint(server));
  open.push(client);
  return client;
}

let generation = 0;
/** Gives one server another definition. */
function edit(server: string, changes: Readonly<Record<string, unknown>> = {}): void {
  generation += 1;
  const changed = { ...servers[server], env: { GENERATION: String(generation) }, ...changes };
  writeFileSync(gateway.configFile, JSON.stringify({ mcpServers: { ...servers, [server]: changed } }));
}
const updatesOf = ({ told }: PairingClient): number =>
  told.filter(({ method }) => method === "notifications/resources/updated").length;
const touch = async (client: PairingClient): Promise<number> => {
  const [content] = (await client.call("touch"))["content"] as readonly { text: string }[];
  return Number(content?.text);
};
/** How many touches the process that answers has seen; 0 while there is none. */
const tryToTouch = async (client: PairingClient): Promise<number> => {
  const count = await touch(client).catch(() => 0);
  return Number.isInteger(count) ? count : 0; // a refusal is in words
};

async function untilReplaced(client: PairingClient, before: number): Promise<void> {
  let last = before;
  const isNew = async (): Promise<boolean> => {
    const count = await tryToTouch(client);
    const isReplaced = count > 0 && count <= last;
    last = Math.max(last, count);
    return isReplaced;
  };
  await expect.poll(isNew, SLOW).toBe(true);
}

/** Touches the resource, and says whether the client has heard of it since this was made. */
function hears(client: PairingClient): () => Promise<boolean> {
  const before = updatesOf(client);
  return async () => {
    await tryToTouch(client);
    return updatesOf(client) > before;
  };
}

describe.for(PAIRS)("a %s client of the server %s", ([kind, server]) => {
  it("still hears of a resource after its server was replaced", async () => {
    const client = await connect(kind, server);
    await client.watch({ resource: COUNTER_URI });
    await expect.poll(hears(client), SLOW).toBe(true);
    const before = await touch(client);
    edit(server);
    await untilReplaced(client, before);
    await expect.poll(hears(client), SLOW).toBe(true);
  });
});

it.for(["legacy", "modern"])(
  "a successor of a %s server can be told that its news are not wanted",
  async (server) => {
    const client = await connect("v1", server);
    await client.watch({ resource: COUNTER_URI });
    const before = await touch(client);
    edit(server);
    await untilReplaced(client, before);
    await expect.poll(hears(client), SLOW).toBe(true);
    await client.request("resources/unsubscribe", { uri: COUNTER_URI });
    const heard = updatesOf(client);
    await touch(client);
    await client.request("resources/read", { uri: COUNTER_URI });
    expect(updatesOf(client)).toBe(heard);
  },
);

it("a client hears of a resource again when its server was switched off and on", async () => {
  const client = await connect("v2 legacy", "legacy");
  await client.watch({ resource: COUNTER_URI });
  await expect.poll(hears(client), SLOW).toBe(true);
  edit("legacy", { enabled: false });
  await expect.poll(() => tryToTouch(client), SLOW).toBe(0);
  edit("legacy");
  await expect.poll(hears(client), SLOW).toBe(true);
});

it("a client that leaves while its server is off leaves no wish behind", async () => {
  const [staying, leaving] = [await connect("v1", "legacy"), await connect("v1", "legacy")];
  await leaving.watch({ resource: COUNTER_URI });
  edit("legacy", { enabled: false });
  await expect.poll(() => tryToTouch(staying), SLOW).toBe(0);
  const heard = updatesOf(leaving);
  expect(await leaving.request("resources/unsubscribe", { uri: COUNTER_URI })).toEqual({});
  edit("legacy");
  await expect.poll(() => tryToTouch(staying), SLOW).toBeGreaterThan(0);
  await touch(leaving);
  expect(updatesOf(leaving)).toBe(heard);
});

it("the level of log messages that was chosen holds for the successor", async () => {
  const [choosing, other] = [await connect("v1", "legacy"), await connect("v1", "legacy")];
  await choosing.request("logging/setLevel", { level: "error" });
  const before = await touch(other);
  edit("legacy");
  await untilReplaced(other, before);
  const said = () =>
    other.told.filter(({ method }) => method === "notifications/message").map(({ params }) => params["data"]);
  await other.call("log", { level: "info", text: "not sent by the server" });
  await other.call("log", { level: "error", text: "sent" });
  await expect.poll(said, SLOW).toEqual(["sent"]);
});
