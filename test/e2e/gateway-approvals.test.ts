/** Calls that the policy wants a person to decide on: the client's own user is asked, and nobody else answers for them. */
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type Gateway } from "./gateway.ts";
import {
  CLIENT_KINDS,
  connectClient,
  type Answers,
  type ClientKind,
  type ElicitAnswer,
  type PairingClient,
} from "./pairing-clients.ts";
import { TACKLE } from "./tackle.ts";

const SERVERS = resolve(import.meta.dirname, "../servers");
const program = (file: string) => ({ command: process.execPath, args: [join(SERVERS, file)] });
const CALL_TIMEOUT_MS = 1500;
const asking = { ...program("echo.ts"), timeout: CALL_TIMEOUT_MS, policy: { "*": "ask" } };
/** Approvals go by what is started, not by a name: whoever allows a tool for always needs a server of their own. */
const withArgument = (argument: string) => ({ ...asking, args: [...asking.args, argument] });
const servers = Object.fromEntries([
  ["asking", asking],
  ...CLIENT_KINDS.flatMap((_kind, index) =>
    [`always${index}`, `silent${index}`].map((name) => [name, withArgument(name)] as const),
  ),
]);

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ servers });
});
afterAll(() => gateway.stop());

const open: PairingClient[] = [];
afterEach(async () => {
  await Promise.allSettled(open.splice(0).map((client) => client.close()));
});

async function connect(kind: ClientKind, answers: Answers = {}): Promise<PairingClient> {
  const client = await connectClient(kind, gateway.url, answers);
  open.push(client);
  return client;
}

const say = (decision: string): Answers => ({
  elicit: () => Promise.resolve({ action: "accept", content: { decision } }),
});
const textOf = (result: Readonly<Record<string, unknown>>): string =>
  (result["content"] as { text: string }[])[0]?.text ?? "";
const echo = (client: PairingClient, server: string, text = "hi") =>
  client.call(`mcp__${server}__echo`, { text });

describe.for(CLIENT_KINDS.map((kind, index) => [kind, index] as const))("a %s client", ([kind, index]) => {
  const own = (name: string): string => `${name}${index}`;

  it("is asked what its call is about, each time when it says once", async () => {
    const client = await connect(kind, say("once"));
    const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    expect(textOf(await echo(client, "asking", `see ${secret}`))).toBe(`see ${secret}`);
    expect(textOf(await echo(client, "asking"))).toBe("hi");
    expect(client.asked).toHaveLength(2);
    const message = String(client.asked[0]?.params["message"]);
    expect(message).toContain(`the tool "echo" of the server "asking"`);
    expect(message).toContain('Arguments: {"text":"see [redacted]"}');
  });

  it("is not asked again after always, nor is anybody else", async () => {
    const server = own("always");
    const client = await connect(kind, say("always"));
    for (let turn = 0; turn < 3; turn += 1) expect(textOf(await echo(client, server))).toBe("hi");
    expect(client.asked).toHaveLength(1);
    const other = await connect("v1", say("no"));
    expect(textOf(await echo(other, server))).toBe("hi");
    expect(other.asked).toHaveLength(0);
  });

  it("may not call when its user says no, and is told so", async () => {
    const refusals: ElicitAnswer[] = [
      { action: "accept", content: { decision: "no" } },
      { action: "accept", content: { decision: "yes, whatever" } },
      { action: "decline" },
      { action: "cancel" },
    ];
    for (const answer of refusals) {
      const client = await connect(kind, { elicit: () => Promise.resolve(answer) });
      const result = await echo(client, "asking");
      expect(result).toMatchObject({ isError: true });
      expect(textOf(result)).toContain("a person refused it");
    }
  });

  it("waits for its user as long as that takes: only the server's own time counts", async () => {
    const client = await connect(kind, {
      elicit: async () => {
        await delay(CALL_TIMEOUT_MS + 500);
        return { action: "accept", content: { decision: "once" } };
      },
    });
    expect(textOf(await echo(client, "asking"))).toBe("hi");
  });

  it("that cannot show questions sees the tool, and is told how it can be allowed", async () => {
    const client = await connect(kind, { isMute: true });
    const server = own("silent");
    const { tools } = (await client.request("tools/list")) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain("mcp__silent0__echo");
    const result = await echo(client, server);
    expect(result).toMatchObject({ isError: true });
    const command = /tackle approve "([^"]+)"/.exec(textOf(result))?.[1] ?? "";
    const { bench, configFile } = gateway;
    const approved = await bench.run(["approve", command, "--config", configFile]);
    expect(approved.code, approved.stderr).toBe(0);
    expect(textOf(await echo(client, server))).toBe("hi");
  });

  it("is asked over stdio, too", async () => {
    const { bench, configFile } = gateway;
    const client = await connectClient(
      kind,
      {
        command: process.execPath,
        args: [TACKLE, "serve", "--stdio", "--no-attach", "--config", configFile],
        cwd: bench.project,
        env: { HOME: bench.home, PATH: process.env["PATH"] ?? "" },
      },
      say("for this session"),
    );
    open.push(client);
    for (let turn = 0; turn < 2; turn += 1) expect(textOf(await echo(client, "asking"))).toBe("hi");
    expect(client.asked).toHaveLength(1);
  });

  it("with a token can allow a tool for its session, which is nobody else's", async () => {
    const { bench } = gateway;
    const create = async () =>
      ((await bench.run(["token", "create", "same", "--json"])).json as { token: string }).token;
    const [token, otherToken] = [await create(), await create()];
    const isKnown = async () =>
      (await fetch(new URL("/metrics", gateway.url), { headers: { authorization: `Bearer ${otherToken}` } }))
        .status;
    await expect.poll(isKnown).toBe(200);
    const client = await connect(kind, { ...say("for this session"), token });
    for (let turn = 0; turn < 2; turn += 1) expect(textOf(await echo(client, "asking"))).toBe("hi");
    expect(client.asked).toHaveLength(1);
    const other = await connect(kind, { ...say("no"), token: otherToken });
    expect(await echo(other, "asking")).toMatchObject({ isError: true });
    expect(other.asked).toHaveLength(1);
  });

  it("that gives a call up is not held to its question", async () => {
    const asked = Promise.withResolvers<void>();
    const controller = new AbortController();
    const client = await connect(kind, {
      elicit: async () => {
        asked.resolve();
        await once(controller.signal, "abort");
        return { action: "cancel" };
      },
    });
    const call = client.call("mcp__asking__echo", { text: "hi" }, { signal: controller.signal });
    const ended = call.then(
      () => "answered",
      () => "given up",
    );
    await asked.promise;
    controller.abort("enough");
    expect(await ended).toBe("given up");
    const next = await connect(kind, say("once"));
    expect(textOf(await echo(next, "asking"))).toBe("hi");
  });
});

it("a legacy session's yes lasts for that session", async () => {
  const client = await connect("v2 legacy", say("for this session"));
  for (let turn = 0; turn < 2; turn += 1) expect(textOf(await echo(client, "asking"))).toBe("hi");
  expect(client.asked).toHaveLength(1);
  const other = await connect("v2 legacy", say("no"));
  expect(await echo(other, "asking")).toMatchObject({ isError: true });
});

it("modern clients that cannot be told apart get no session to share", async () => {
  const client = await connect("v2 modern", say("for this session"));
  for (let turn = 0; turn < 2; turn += 1) expect(textOf(await echo(client, "asking"))).toBe("hi");
  expect(client.asked).toHaveLength(2);
  expect(JSON.stringify(client.asked[0]?.params["requestedSchema"])).not.toContain("session");
  const other = await connect("v2 modern", say("no"));
  expect(await echo(other, "asking")).toMatchObject({ isError: true });
});

it("every answer is in the audit trail, with who gave it", async () => {
  const client = await connect("v2 modern", say("no"));
  await echo(client, "asking");
  const find = async () => {
    const { json } = await gateway.bench.run(["audit", "--json", "--server", "asking"]);
    return (json as { type: string }[]).find(({ type }) => type === "approval");
  };
  await expect.poll(find, { timeout: 10_000 }).toMatchObject({
    subject: { kind: "client", name: "pairing-client" },
    target: { server: "asking", tool: "echo" },
    outcome: "deny",
    detail: { by: "client" },
  });
});
