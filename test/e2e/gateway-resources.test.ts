/** Two servers with the same addresses of resources: what a client gets is that of the server that told it of the address. */
import { resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createToken, startGateway, type Gateway } from "./gateway.ts";
import { CLIENT_KINDS, connectClient, type PairingClient } from "./pairing-clients.ts";

const FILE = resolve(import.meta.dirname, "../servers/mailbox.ts");
const mailbox = (account: string) => ({ command: process.execPath, args: [FILE, account] });

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ servers: { anna: mailbox("anna"), bert: mailbox("bert") } });
});
afterAll(() => gateway.stop());

const open: PairingClient[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

describe.for(CLIENT_KINDS)("a %s client", (kind) => {
  const connect = async (url = gateway.url): Promise<PairingClient> => {
    // Without a token nothing tells one modern client from another, and so not what it was told of.
    const token = await createToken(gateway, kind.replace(" ", "-"));
    const client = await connectClient(kind, url, { token });
    open.push(client);
    return client;
  };

  it("lists an address once, and reads it from the first server", async () => {
    const client = await connect();
    const { resources } = await client.request("resources/list");
    expect(resources).toMatchObject([{ uri: "mail://inbox" }]);
    expect(await read(client, "mail://inbox")).toBe("inbox of anna");
    expect(await read(await connect(gateway.endpoint("bert")), "mail://inbox")).toBe("inbox of bert");
  });

  it("reads what a result referred to from the server of that result", async () => {
    const [client, other] = await Promise.all([connect(), connect()]);
    expect(await read(client, "mail://messages/1")).toBe("message of anna");
    await client.call("mcp__bert__latest");
    await client.call("mcp__bert__latest", { embedded: true });
    expect(await read(client, "mail://messages/1")).toBe("message of bert");
    expect(await read(client, "mail://inbox")).toBe("inbox of bert");
    expect(await read(other, "mail://messages/1")).toBe("message of anna");
    await client.call("mcp__anna__latest");
    expect(await read(client, "mail://messages/1")).toBe("message of anna");
  });

  it("reads what only one of them has, and is told where none has it", async () => {
    const client = await connect();
    expect(await read(client, "mail://messages/anna")).toBe("message of anna");
    expect(await read(client, "mail://messages/bert")).toBe("message of bert");
    await expect(read(client, "mail://messages/carl")).rejects.toThrow("No message carl");
  });
});

it("is told by 'tackle status' what is hidden, once for each pair of servers", async () => {
  const { stderr, code } = await gateway.bench.run(["status", "--config", gateway.configFile]);
  expect(code).toBe(0);
  const hidden = stderr.split("\n").filter((line) => line.includes("is hidden"));
  expect(hidden).toHaveLength(1);
  expect(hidden[0]).toContain("'mail://inbox'");
  expect(hidden[0]).toContain("/servers/bert/mcp");
});

async function read(client: PairingClient, uri: string): Promise<string | undefined> {
  const { contents } = await client.request("resources/read", { uri });
  return (contents as readonly { text: string }[])[0]?.text;
}
