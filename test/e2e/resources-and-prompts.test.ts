/** Resources, prompts and completion take the path of every call: its policy, its approvals, its time, its records. */
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { COUNTER_URI } from "../servers/pairing/offer.ts";
import { NEVER_URI } from "../servers/slow-library.ts";
import { startGateway, type Gateway } from "./gateway.ts";
import {
  CLIENT_KINDS,
  connectClient,
  type Answers,
  type ClientKind,
  type PairingClient,
} from "./pairing-clients.ts";

const SERVERS = resolve(import.meta.dirname, "../servers");
const program = (file: string) => ({ command: process.execPath, args: [join(SERVERS, file)] });
const SLOW = { timeout: 10_000 };
const ITEM = "pairing://items/7";
const SECRET = "pairing://items/secret";

let gateway: Gateway;
beforeAll(async () => {
  const legacy = program("pairing/legacy.ts");
  gateway = await startGateway({
    servers: {
      open: legacy,
      denied: { ...legacy, policy: "deny" },
      ruled: legacy,
      partly: legacy,
      asking: { ...legacy, policy: "ask" },
      slow: { ...program("slow-library.ts"), timeout: 1000 },
      patient: program("slow-library.ts"),
    },
    settings: {
      policy: [
        { server: "ruled", decision: "deny" },
        { server: "partly", resource: "pairing://items/s*", decision: "deny" },
        { server: "partly", prompt: "greet*", decision: "deny" },
      ],
    },
  });
});
afterAll(() => gateway.stop());

const open: PairingClient[] = [];
afterEach(async () => {
  await Promise.allSettled(open.splice(0).map((client) => client.close()));
});
async function connect(kind: ClientKind, server: string, answers: Answers = {}): Promise<PairingClient> {
  const client = await connectClient(kind, gateway.endpoint(server), answers);
  open.push(client);
  return client;
}

const run = (...words: readonly string[]) => gateway.bench.run([...words, "--config", gateway.configFile]);
const read = (client: PairingClient, uri: string) => client.request("resources/read", { uri });
const greet = (client: PairingClient, name = "greeting") =>
  client.request("prompts/get", { name, arguments: { name: "Ada" } });
const complete = (client: PairingClient) =>
  client.request("completion/complete", {
    ref: { type: "ref/prompt", name: "greeting" },
    argument: { name: "name", value: "A" },
  });
const completeItem = (client: PairingClient) =>
  client.request("completion/complete", {
    ref: { type: "ref/resource", uri: "pairing://items/{id}" },
    argument: { name: "id", value: "4" },
  });
async function listsOf(client: PairingClient): Promise<unknown> {
  const [resources, templates, prompts] = await Promise.all(
    ["resources/list", "resources/templates/list", "prompts/list"].map((method) => client.request(method)),
  );
  return [resources?.["resources"], templates?.["resourceTemplates"], prompts?.["prompts"]];
}

interface AuditEvent {
  readonly type: string;
  readonly subject: { readonly kind: string };
  readonly target: Readonly<Record<string, string>>;
  readonly outcome: string;
}
const recordsOf = async (server: string): Promise<readonly AuditEvent[]> => {
  const { json } = await gateway.bench.run(["audit", "--json", "--server", server]);
  return (json as AuditEvent[]).filter(({ type }) => type === "call");
};
const record = (kind: string, name: string, outcome: string, caller = "client") =>
  expect.objectContaining({
    subject: expect.objectContaining({ kind: caller }) as unknown,
    target: { server: expect.any(String) as unknown, [kind]: name },
    outcome,
  }) as unknown;

describe.for(CLIENT_KINDS)("a %s client", (kind) => {
  it.for(["denied", "ruled"])(
    "neither sees nor gets what a server offers that is %s to it",
    async (server) => {
      const client = await connect(kind, server);
      expect(await listsOf(client)).toEqual([[], [], []]);
      await expect(read(client, COUNTER_URI)).rejects.toThrow(/No server offers/);
      await expect(read(client, ITEM)).rejects.toThrow(/No server offers/);
      await expect(greet(client)).rejects.toMatchObject({ code: -32602 });
      await expect(complete(client)).rejects.toMatchObject({ code: -32602 });
      await expect(completeItem(client)).rejects.toMatchObject({ code: -32602 });
      await expect(client.watch({ resource: COUNTER_URI })).rejects.toThrow(/No server offers/);
    },
  );

  it("does not see it among those of others either", async () => {
    const client = await connectClient(kind, gateway.url);
    open.push(client);
    const { prompts } = (await client.request("prompts/list")) as { prompts: { name: string }[] };
    const names = prompts.map(({ name }) => name);
    expect(names).toContain("mcp__open__greeting");
    expect(names).not.toContain("mcp__ruled__greeting");
    await expect(greet(client, "mcp__ruled__greeting")).rejects.toMatchObject({ code: -32602 });
  });

  it("gets of a server what no rule takes away", async () => {
    const client = await connect(kind, "partly");
    expect(await read(client, ITEM)).toMatchObject({ contents: [{ uri: ITEM }] });
    await expect(read(client, SECRET)).rejects.toThrow(/No server offers/);
    await expect(read(client, "pairing://items/%73ecret")).rejects.toThrow(/No server offers/);
    await expect(greet(client)).rejects.toMatchObject({ code: -32602 });
    expect(await completeItem(client)).toMatchObject({ completion: { values: ["41"] } });
    expect(await listsOf(client)).toMatchObject([[{ uri: COUNTER_URI }], [{}], []]);
  });

  it("is asked first where the policy says so, and told when its user said no", async () => {
    const answers = ["once", "no", "once"];
    const client = await connect(kind, "asking", {
      elicit: () => Promise.resolve({ action: "accept", content: { decision: answers.shift() ?? "" } }),
    });
    expect(await read(client, ITEM)).toMatchObject({ contents: [{ uri: ITEM }] });
    await expect(read(client, ITEM)).rejects.toThrow(/Resource .* may not be read: a person refused it/);
    expect(await greet(client)).toMatchObject({ messages: [{ role: "user" }] });
    expect(client.asked.map(({ params }) => String(params["message"]).split("\n")[0])).toEqual([
      `May the resource "${ITEM}" of the server "asking" be read?`,
      `May the resource "${ITEM}" of the server "asking" be read?`,
      `May the prompt "greeting" of the server "asking" be used?`,
    ]);
    // With every key that is typed, so nobody is asked for it.
    await expect(complete(client)).rejects.toThrow(/would need a person's approval/);
  });

  it("that cannot show questions is told what would allow it", async () => {
    const client = await connect(kind, "asking", { isMute: true });
    const rule = String.raw`{"server": "asking", "resource": "${ITEM}", "decision": "allow"}`;
    await expect(read(client, ITEM)).rejects.toThrow(
      expect.objectContaining({ message: expect.stringContaining(rule) as unknown }) as Error,
    );
  });
});

it("every one of them is recorded by what it was", async () => {
  const client = await connect("v2 modern", "open");
  await read(client, COUNTER_URI);
  await greet(client);
  await complete(client);
  await completeItem(client);
  await expect
    .poll(() => recordsOf("open"), SLOW)
    .toEqual(
      expect.arrayContaining([
        record("resource", COUNTER_URI, "ok"),
        record("prompt", "greeting", "ok"),
        record("completion", "greeting", "ok"),
        record("completion", "pairing://items/{id}", "ok"),
      ]),
    );
  const stats = (await run("stats", "--json")).json as { server: string; kind: string; tool: string }[];
  const ofOpen = stats.filter(({ server }) => server === "open").map(({ kind, tool }) => `${kind} ${tool}`);
  expect(ofOpen).toContain(`resource ${COUNTER_URI}`);
  expect(ofOpen).toContain("prompt greeting");
  expect((await run("audit", "--server", "open")).stdout).toContain(`open resource ${COUNTER_URI}`);
  const metrics = await (await fetch(new URL("/metrics", gateway.url))).text();
  expect(metrics).toMatch(/tacklebox_calls_total\{server="open",tool="resources\/read",outcome="ok"\} [1-9]/);
  expect(metrics).not.toContain(COUNTER_URI);
});

it("what does not come in time ends, and the server is told", async () => {
  const client = await connect("v2 legacy", "slow");
  await expect(read(client, NEVER_URI)).rejects.toThrow(/gave no answer within 1000 ms/);
  await expect(client.request("prompts/get", { name: "never", arguments: { topic: "x" } })).rejects.toThrow(
    /gave no answer within 1000 ms/,
  );
  const givenUp = async () => JSON.stringify(await client.call("given_up"));
  await expect.poll(givenUp, SLOW).toMatch(/resource.*prompt/);
  await expect
    .poll(() => recordsOf("slow"), SLOW)
    .toEqual(
      expect.arrayContaining([
        record("resource", NEVER_URI, "timeout"),
        record("prompt", "never", "timeout"),
      ]),
    );
});

it.for(CLIENT_KINDS)("a request that a %s client gives up is given up by the server", async (kind) => {
  const client = await connect(kind, "patient");
  const givenUp = async () => (JSON.stringify(await client.call("given_up")).match(/resource/g) ?? []).length;
  const before = await givenUp();
  const inFlight = async () => {
    const metrics = await (await fetch(new URL("/metrics", gateway.url))).text();
    return /^tacklebox_calls_in_flight (\d+)$/m.exec(metrics)?.[1];
  };
  const controller = new AbortController();
  const reading = client.request("resources/read", { uri: NEVER_URI }, controller.signal);
  const ended = reading.catch(() => "given up");
  await expect.poll(inFlight, SLOW).toBe("1");
  controller.abort("enough");
  expect(await ended).toBe("given up");
  await expect.poll(inFlight, SLOW).toBe("0");
  await expect.poll(givenUp, SLOW).toBeGreaterThan(before);
  await expect
    .poll(() => recordsOf("patient"), SLOW)
    .toContainEqual(record("resource", NEVER_URI, "cancelled"));
});

describe("on the command line", () => {
  it("a person reads and is recorded", async () => {
    expect((await run("resources", "read", COUNTER_URI, "--server", "open")).stdout).toBe("0\n");
    expect((await run("prompts", "get", "mcp__open__greeting", "name=Bo")).stdout).toContain("Greet Bo.");
    expect(await recordsOf("open")).toEqual(
      expect.arrayContaining([
        record("resource", COUNTER_URI, "ok", "person"),
        record("prompt", "greeting", "ok", "person"),
      ]),
    );
  });

  it("a person is told which rule, in which file, says no", async () => {
    const { code, stderr } = await run("resources", "read", COUNTER_URI, "--server", "ruled");
    expect(code).toBe(1);
    expect(stderr).toContain("rule 1 of the policy says deny");
    expect(stderr).toContain(`${gateway.configFile}:1`);
    const { json } = await run("prompts", "get", "mcp__partly__greeting", "name=Bo", "--json");
    expect(json).toMatchObject({ error: { code: "policy" } });
    expect(await recordsOf("ruled")).toContainEqual(record("resource", COUNTER_URI, "denied", "person"));
  });

  it("what does not exist is said to be unknown", async () => {
    const { json, code } = await run("resources", "read", "nothing://here", "--json");
    expect([code, json]).toEqual([1, { error: expect.objectContaining({ code: "not-found" }) as unknown }]);
  });
});
