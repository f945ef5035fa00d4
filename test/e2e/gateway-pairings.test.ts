/** Every client works with every server through the gateway, whichever era each of them is of. */
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  AWKWARD_STATE,
  COUNTER_URI,
  EXPLOSION,
  INSTRUCTIONS,
  TOOLS,
  VISIT,
} from "../servers/pairing/offer.ts";
import { startGateway, type Gateway } from "./gateway.ts";
import { CLIENT_KINDS, connectClient, type Answers, type PairingClient } from "./pairing-clients.ts";
import { TACKLE } from "./tackle.ts";

const SERVERS = resolve(import.meta.dirname, "../servers/pairing");
const program = (file: string) => ({ command: process.execPath, args: [join(SERVERS, file)] });
const servers = {
  legacy: program("legacy.ts"),
  modern: program("modern.ts"),
  "legacy-cancelled": program("legacy.ts"),
  "modern-cancelled": program("modern.ts"),
};
const ERAS = ["legacy", "modern"] as const;
const MEBIBYTE = 1024 * 1024;

/** What a server says of itself is known when it has started. */
const READY = { timeout: 30_000 };

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ servers });
  await vi.waitFor(async () => {
    const { status } = await fetch(new URL("/readyz", gateway.url));
    expect(status).toBe(200);
  }, READY);
});
afterAll(() => gateway.stop());

const open: PairingClient[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

const textOf = (result: Readonly<Record<string, unknown>>): string =>
  (result["content"] as { text: string }[])[0]?.text ?? "";
const namesOf = (result: Readonly<Record<string, unknown>>): string[] =>
  (result["tools"] as { name: string }[]).map(({ name }) => name);

const PAIRS = CLIENT_KINDS.flatMap((kind) => ERAS.map((era) => [kind, era] as const));

describe.for(PAIRS)("a %s client of a %s server, over HTTP,", ([kind, server]) => {
  const connect = async (answers: Answers = {}, name: string = server): Promise<PairingClient> => {
    const client = await connectClient(kind, gateway.endpoint(name), answers);
    open.push(client);
    return client;
  };

  it("sees its tools as they are, and its instructions", async () => {
    const client = await connect();
    const { tools } = (await client.request("tools/list")) as { tools: { name: string }[] };
    expect(tools.toSorted(byName)).toMatchObject(TOOLS.toSorted(byName));
    expect(client.instructions()).toContain(INSTRUCTIONS);
  });

  it("gets structured content and metadata as they were, and metadata goes along with the call", async () => {
    const client = await connect();
    const meta = { "example.com/question": { deep: ["ü", 1, null] } };
    const result = await client.call("echo", { text: "hi ü\n" }, { meta });
    expect(result).toMatchObject({
      content: [{ type: "text", text: "hi ü\n" }],
      structuredContent: { text: "hi ü\n" },
      _meta: { "example.com/answer": { to: { deep: ["ü", 1, null] } } },
    });
  });

  it("gets every progress notification, in order, before the result", async () => {
    const client = await connect();
    const steps: unknown[] = [];
    const result = await client.call("count", { to: 5 }, { onProgress: (step) => steps.push(step) });
    const step = (progress: number) => ({ progress, total: 5, message: `Step ${progress}` });
    expect(steps).toEqual([1, 2, 3, 4, 5].map(step));
    expect(textOf(result)).toBe("Counted to 5");
  });

  it("can cancel, and the server is told", async () => {
    // On a server of its own: for a while after it, nobody can tell what that server says on whose behalf.
    const client = await connect({}, `${server}-cancelled`);
    const controller = new AbortController();
    const key = `${kind} to ${server}`;
    const { signal } = controller;
    const call = client.call("wait", { key }, { signal, onProgress: () => controller.abort("enough") });
    await expect(call).rejects.toThrow("enough");
    await expect.poll(async () => textOf(await client.call("cancelled")), { timeout: 10_000 }).toContain(key);
  });

  it("is asked for a name, and its answer arrives", async () => {
    const client = await connect();
    expect(textOf(await client.call("ask_name"))).toBe("Hello pairing-client");
    expect(client.asked).toMatchObject([
      {
        method: "elicitation/create",
        params: {
          message: "What is your name?",
          requestedSchema: { type: "object", properties: { name: { type: "string", title: "Name" } } },
        },
      },
    ]);
  });

  it("can decline and give up when it is asked", async () => {
    for (const action of ["decline", "cancel"] as const) {
      const client = await connect({ elicit: () => Promise.resolve({ action }) });
      expect(textOf(await client.call("ask_name"))).toBe(`No name: ${action}`);
    }
  });

  it("is asked to visit a page", async () => {
    const client = await connect();
    expect(textOf(await client.call("ask_visit"))).toBe("Visit: accept");
    expect(client.asked[0]?.params).toMatchObject({ mode: "url", ...VISIT });
  });

  it("lends its model", async () => {
    const client = await connect();
    const text = textOf(await client.call("summarise", { text: "a long story" }));
    expect(text).toMatch(/^pairing-model: a summary of .*Summarise: a long story/u);
    expect(client.asked[0]?.params).toMatchObject({ systemPrompt: "Be brief.", maxTokens: 50 });
  });

  it("names its roots", async () => {
    const client = await connect({ roots: ["file:///a", "file:///b%20c"] });
    expect(textOf(await client.call("my_roots"))).toBe("file:///a file:///b%20c");
  });

  it("is told when the list of tools has changed, and sees the new one", async () => {
    const client = await connect();
    await client.watch({ tools: true });
    const hadIt = namesOf(await client.request("tools/list")).includes("added");
    await client.call("change_tools");
    await expect
      .poll(() => client.told.map(({ method }) => method), { timeout: 10_000 })
      .toContain("notifications/tools/list_changed");
    const list = async () => namesOf(await client.request("tools/list"));
    await expect.poll(async () => (await list()).includes("added"), { timeout: 10_000 }).toBe(!hadIt);
    await client.call("change_tools");
    await expect.poll(async () => (await list()).includes("added"), { timeout: 10_000 }).toBe(hadIt);
    const changed = client.told
      .map(({ method }) => method)
      .filter((method) => method.endsWith("list_changed"));
    expect(new Set(changed), "lists that have changed").toEqual(
      new Set(["notifications/tools/list_changed"]),
    );
  });

  it("is told when a resource that it watches has changed, and reads the new text", async () => {
    const client = await connect();
    await client.watch({ resource: COUNTER_URI });
    const count = textOf(await client.call("touch"));
    await expect
      .poll(() => client.told, { timeout: 10_000 })
      .toContainEqual({
        method: "notifications/resources/updated",
        params: expect.objectContaining({ uri: COUNTER_URI }),
      });
    const { contents } = await client.request("resources/read", { uri: COUNTER_URI });
    expect(contents).toMatchObject([{ uri: COUNTER_URI, mimeType: "text/plain", text: count }]);
  });

  it("gets the log messages of the level that it asked for, and none below", async () => {
    const client = await connect();
    if (client.era === "legacy") await client.request("logging/setLevel", { level: "warning" });
    const meta = client.era === "legacy" ? {} : { "io.modelcontextprotocol/logLevel": "warning" };
    await client.call("log", { level: "info", text: "too quiet" }, { meta });
    await client.call("log", { level: "error", text: "loud enough" }, { meta });
    const messages = () => client.told.filter(({ method }) => method === "notifications/message");
    await expect
      .poll(messages, { timeout: 10_000 })
      .toMatchObject([{ params: { level: "error", data: "loud enough", logger: "pairing" } }]);
  });

  it("gets a prompt, and values for what it takes", async () => {
    const client = await connect();
    const { prompts } = await client.request("prompts/list");
    expect(prompts).toMatchObject([{ name: "greeting", arguments: [{ name: "name", required: true }] }]);
    expect(
      await client.request("prompts/get", { name: "greeting", arguments: { name: "Ada" } }),
    ).toMatchObject({
      messages: [{ role: "user", content: { type: "text", text: "Greet Ada." } }],
    });
    const complete = (ref: object, argument: object) =>
      client.request("completion/complete", { ref, argument });
    expect(
      await complete({ type: "ref/prompt", name: "greeting" }, { name: "name", value: "A" }),
    ).toMatchObject({ completion: { values: ["Ada", "Alan"], total: 2 } });
    expect(
      await complete({ type: "ref/resource", uri: "pairing://items/{id}" }, { name: "id", value: "7" }),
    ).toMatchObject({ completion: { values: ["71"] } });
  });

  it("reads what a template stands for", async () => {
    const client = await connect();
    const { resourceTemplates } = await client.request("resources/templates/list");
    expect(resourceTemplates).toMatchObject([{ uriTemplate: "pairing://items/{id}" }]);
    const { contents } = await client.request("resources/read", { uri: "pairing://items/7" });
    expect(contents).toMatchObject([{ text: "Item at pairing://items/7" }]);
  });

  it.for([1, 5])("gets a result of %d MiB whole", async (size) => {
    const client = await connect();
    const text = textOf(await client.call("big", { bytes: size * MEBIBYTE }));
    expect(text.length).toBe(size * MEBIBYTE);
    expect(text.replaceAll("x", "")).toBe("");
  });

  it("sees a failure of the tool as the tool's, and a protocol error with its code and data", async () => {
    const client = await connect();
    expect(await client.call("fail")).toMatchObject({
      isError: true,
      content: [{ type: "text", text: "It failed, as asked" }],
    });
    await expect(client.call("explode")).rejects.toMatchObject({
      code: EXPLOSION.code,
      data: EXPLOSION.data,
      message: expect.stringContaining(EXPLOSION.message),
    });
  });
});

describe.for(PAIRS)("a %s client of a %s server, over stdio,", ([kind, server]) => {
  const connect = async (answers: Answers = {}): Promise<PairingClient> => {
    const { bench, configFile } = gateway;
    const client = await connectClient(
      kind,
      {
        command: process.execPath,
        args: [TACKLE, "serve", "--stdio", "--no-attach", "--config", configFile],
        cwd: bench.project,
        env: { HOME: bench.home, PATH: process.env["PATH"] ?? "" },
      },
      answers,
    );
    open.push(client);
    return client;
  };
  const tool = (name: string) => `mcp__${server}__${name}`;

  it("calls, with progress, cancels, answers and is told of changes", async () => {
    const client = await connect();
    expect(namesOf(await client.request("tools/list"))).toContain(tool("echo"));
    expect(await client.call(tool("echo"), { text: "hi" })).toMatchObject({
      structuredContent: { text: "hi" },
    });

    const steps: unknown[] = [];
    await client.call(tool("count"), { to: 3 }, { onProgress: (step) => steps.push(step["progress"]) });
    expect(steps).toEqual([1, 2, 3]);

    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = () => controller.abort("enough");
    const other = (name: string) => `mcp__${server}-cancelled__${name}`;
    await expect(client.call(other("wait"), { key: "stdio" }, { signal, onProgress })).rejects.toThrow(
      "enough",
    );
    await expect
      .poll(async () => textOf(await client.call(other("cancelled"))), { timeout: 10_000 })
      .toContain("stdio");

    expect(textOf(await client.call(tool("ask_name")))).toBe("Hello pairing-client");
    expect(textOf(await client.call(tool("summarise"), { text: "it" }))).toMatch(/^pairing-model/u);
    expect(textOf(await client.call(tool("my_roots")))).toBe("file:///home/pairing");

    await client.watch({ tools: true });
    await client.call(tool("change_tools"));
    await expect
      .poll(() => client.told.map(({ method }) => method), { timeout: 10_000 })
      .toContain("notifications/tools/list_changed");

    expect(textOf(await client.call(tool("big"), { bytes: MEBIBYTE })).length).toBe(MEBIBYTE);
    await expect(client.call(tool("explode"))).rejects.toMatchObject({
      code: EXPLOSION.code,
      data: EXPLOSION.data,
    });
  });
});

describe("the endpoint with everything", () => {
  it.for(CLIENT_KINDS)(
    "offers the tools of all servers under their full names to a %s client",
    async (kind) => {
      const client = await connectClient(kind, gateway.url);
      open.push(client);
      const names = namesOf(await client.request("tools/list"));
      for (const era of ERAS) {
        expect(names).toContain(`mcp__${era}__echo`);
        expect(await client.call(`mcp__${era}__echo`, { text: era })).toMatchObject({
          structuredContent: { text: era },
        });
        expect(textOf(await client.call(`mcp__${era}__ask_name`))).toBe("Hello pairing-client");
      }
      expect(namesOf(await client.request("tools/list"))).toEqual(names);
    },
  );

  it.for(CLIENT_KINDS)("says to a %s client which server asks", async (kind) => {
    const client = await connectClient(kind, gateway.url);
    open.push(client);
    for (const era of ERAS) {
      await client.call(`mcp__${era}__ask_name`);
      expect(client.asked.at(-1)?.params["message"]).toBe(`Server "${era}" asks: What is your name?`);
      await client.call(`mcp__${era}__summarise`, { text: "it" });
      const { systemPrompt, _meta: meta } = client.asked.at(-1)?.params ?? {};
      expect(systemPrompt).toBe("Be brief.");
      // The SDK does not hand on what is beside a question of the modern era.
      const named = (meta as Readonly<Record<string, unknown>> | undefined)?.["tacklebox/server"];
      expect(named).toBe(client.era === "legacy" ? era : undefined);
    }
  });
});

describe("a gateway behind a gateway", () => {
  let outer: Gateway;
  beforeAll(async () => {
    outer = await startGateway({ servers: { inner: { type: "http", url: gateway.url } } });
  });
  afterAll(() => outer.stop());

  it.for(CLIENT_KINDS)("lets a %s client be asked in the middle of a call", async (kind) => {
    const client = await connectClient(kind, outer.endpoint("inner"));
    open.push(client);
    for (const era of ERAS)
      expect(textOf(await client.call(`mcp__${era}__ask_name`))).toBe("Hello pairing-client");
  });
});

it("has a state to bring back that JSON libraries would change", () => {
  expect(JSON.stringify(JSON.parse(AWKWARD_STATE))).not.toBe(AWKWARD_STATE);
});

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}
