/** Every call takes one path, ends in one result and leaves one record, whatever happens on the way. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import {
  createBox,
  defineServer,
  tool,
  type Box,
  type Caller,
  type CallResult,
  type CreateBoxOptions,
} from "../../src/index.ts";

const SERVERS = resolve(import.meta.dirname, "../servers");
const stdio = (file: string, more: object = {}) => ({
  command: process.execPath,
  args: [join(SERVERS, `${file}.ts`)],
  ...more,
});

let home = "";
let box: Box | undefined;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tackle-calls-"));
});
afterEach(async () => {
  await box?.stop();
  box = undefined;
  rmSync(home, { recursive: true });
});

async function open(options: CreateBoxOptions): Promise<Box> {
  const env = { HOME: home, PATH: process.env["PATH"], ...options.env };
  box = await createBox({ ...options, env });
  await box.start();
  return box;
}

/** The records, once everything is written. */
function recordsOf(opened: Box) {
  return opened.flush().calls.recent({ limit: 10_000 });
}

describe("every outcome", () => {
  it("has exactly one result and one record", async () => {
    const opened = await open({
      mcpServers: {
        echo: stdio("echo"),
        fail: stdio("fail"),
        slow: stdio("slow"),
        crash: stdio("misbehaving/crash"),
        nonsense: stdio("misbehaving/wrong-shape"),
      },
      settings: { policy: [{ server: "echo", tool: "environment", decision: "deny" }] },
    });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 150);
    const [failTool] = opened.server("fail").tools();
    const results: CallResult[] = [
      await opened.call("mcp__echo__echo", { text: "hi" }),
      await opened.call({ server: "fail", tool: failTool?.tool ?? "" }),
      await opened.call("echo@echo", { text: 5 }),
      await opened.call("no_such_tool", {}),
      await opened.call("echo::environment", {}),
      await opened.call({ server: "slow", tool: "slow" }, {}, { timeoutMs: 200 }),
      await opened.call({ server: "slow", tool: "slow" }, {}, { signal: controller.signal }),
      await opened.call({ server: "crash", tool: "go" }),
      await opened.call({ server: "gone", tool: "x" }),
    ];
    expect(results.map((result) => result.outcome)).toEqual([
      "ok",
      "tool-error",
      "invalid-arguments",
      "unknown-tool",
      "denied",
      "timeout",
      "cancelled",
      "unavailable",
      "unknown-tool",
    ]);
    for (const result of results) {
      expect(result.success).toBe(result.outcome === "ok");
      expect(typeof result.error).toBe(result.success ? "undefined" : "string");
    }
    const records = recordsOf(opened);
    expect(records.map((record) => record.id).sort()).toEqual(results.map((result) => result.id).sort());
    expect(new Map(records.map(({ id, outcome }) => [id, outcome]))).toEqual(
      new Map(results.map(({ id, outcome }) => [id, outcome])),
    );
  });

  it("is told to whoever listens, once at its start and once at its end", async () => {
    const opened = await open({ mcpServers: { echo: stdio("echo") } });
    const seen: string[] = [];
    opened.on("call-start", ({ id }) => seen.push(`start ${id}`));
    opened.on("call-end", ({ result }) => seen.push(`end ${result.id}`));
    const { id } = await opened.call("mcp__echo__echo", { text: "x" });
    expect(seen).toEqual([`start ${id}`, `end ${id}`]);
  });

  it("is a result even for calls that make no sense, and costs no other call its record", async () => {
    const opened = await open({ mcpServers: { echo: stdio("echo") } });
    await opened.call("mcp__echo__echo", { text: "good" });
    for (const odd of [5, null, undefined, {}, { server: 1 }]) {
      expect((await opened.call(odd as unknown as string)).success).toBe(false);
    }
    await opened.call("mcp__echo__echo", { text: "x" }, { caller: { kind: "agent" } as Caller });
    expect(recordsOf(opened)).toHaveLength(7);
  });

  it("names the field and the type that were wrong", async () => {
    const opened = await open({ mcpServers: { echo: stdio("echo") } });
    const { error, hint } = await opened.call("mcp__echo__add", { a: "one" });
    expect(error).toContain("'a' must be a number");
    expect(error).toContain("'b' is missing");
    expect(hint).toBeDefined();
  });
});

describe("policy", () => {
  const server = { echo: stdio("echo") };

  it("asks for an agent's call, and remembers a yes for the session", async () => {
    const questions: string[] = [];
    const opened = await open({
      mcpServers: server,
      caller: { kind: "agent", name: "test", session: "s1" },
      ask: (question) => {
        questions.push(question.exposedName);
        return Promise.resolve("session");
      },
    });
    expect((await opened.call("mcp__echo__echo", { text: "a" })).outcome).toBe("ok");
    expect((await opened.call("mcp__echo__echo", { text: "b" })).outcome).toBe("ok");
    expect(questions).toEqual(["mcp__echo__echo"]);
  });

  it("denies what would ask where nobody can be asked, and says how to allow it", async () => {
    const opened = await open({ mcpServers: server, caller: { kind: "unattended", name: "job" } });
    const denied = await opened.call("mcp__echo__echo", { text: "a" });
    expect(denied).toMatchObject({ outcome: "denied", hint: expect.stringContaining("allow") });
  });

  it("keeps a yes for always, and looks like an unknown tool to a remote client that is denied", async () => {
    const first = await open({
      mcpServers: server,
      caller: { kind: "agent", name: "a" },
      ask: () => Promise.resolve("always"),
    });
    expect((await first.call("mcp__echo__echo", { text: "a" })).outcome).toBe("ok");
    await first.stop();
    const second = await open({ mcpServers: server, caller: { kind: "agent", name: "b" } });
    expect((await second.call("mcp__echo__echo", { text: "a" })).outcome).toBe("ok");
    expect((await second.call("mcp__echo__add", { a: 1, b: 2 })).outcome).toBe("denied");
    await second.stop();
    const third = await open({
      mcpServers: server,
      settings: { allowedTools: ["mcp__echo__echo"] },
      caller: { kind: "client", name: "c" },
    });
    const denied = await third.call("mcp__echo__add", { a: 1, b: 2 });
    const unknown = await third.call("mcp__echo__nothing", {});
    expect(denied.outcome).toBe("unknown-tool");
    await third.stop();
    const asking = [{ server: "echo", tool: "add", decision: "ask" }];
    const fourth = await open({
      mcpServers: server,
      settings: { policy: asking },
      caller: { kind: "client", name: "c" },
    });
    for (const [name, args] of [
      ["add@echo", { a: 1, b: 2 }],
      ["add@echo", { a: "x" }],
      ["zzz@echo", {}],
    ] as const) {
      const { outcome, error, server: shown, tool: given } = await fourth.call(name, args);
      expect({ outcome, shown, given }).toEqual({ outcome: "unknown-tool", shown: "", given: name });
      expect(error).toBe(`There is no tool "${name}"`);
    }
    expect(denied.error?.replace("add", "X")).toBe(unknown.error?.replace("nothing", "X"));
  });
});

describe("results", () => {
  const big = defineServer("big", {
    text: tool({
      description: "A long text",
      input: z.object({ size: z.number() }),
      run: ({ size }) => "x".repeat(size),
    }),
    now: tool({ description: "Another number each time", run: () => ({ value: Math.random() }) }),
  });

  it("are cut when they are too long, and kept whole", async () => {
    const opened = await open({
      servers: [big],
      settings: { maxOutputChars: 1000 },
      caller: { kind: "client", name: "c" },
    });
    const result = await opened.call("mcp__big__text", { size: 50_000 });
    expect(result.output.length).toBeLessThan(1200);
    expect(result.output).toContain(result.id);
    expect(result.whole).toEqual({ id: result.id, bytes: 50_000 });
    expect((await opened.store.results.read(result.id, { offset: 0 })).totalBytes).toBe(50_000);
    expect(result.content).toEqual([{ type: "text", text: "x".repeat(50_000) }]);
  });

  it("are used again only where the configuration says so", async () => {
    const opened = await open({
      servers: [big],
      mcpServers: { big: { type: "inprocess", cache: { now: 60_000 } } },
    });
    const first = await opened.call("mcp__big__now");
    const second = await opened.call("mcp__big__now");
    expect(second.data).toEqual(first.data);
    expect([first.fromCache, second.fromCache]).toEqual([false, true]);
    expect(recordsOf(opened)).toHaveLength(2);
  });
});

describe("a thousand calls at once, of which two hundred give up", () => {
  it("are all accounted for, take turns, and leave nothing", async () => {
    const opened = await open({ mcpServers: { echo: stdio("echo") } });
    const controller = new AbortController();
    const order: string[] = [];
    const calls = Array.from({ length: 1000 }, async (_, index) => {
      const isGreedy = index < 800;
      const result = await opened.call(
        "mcp__echo__echo",
        { text: String(index) },
        {
          caller: { kind: "client", name: isGreedy ? "greedy" : "modest" },
          ...(index >= 300 && index < 500 ? { signal: controller.signal } : undefined),
        },
      );
      order.push(isGreedy ? "greedy" : "modest");
      return result;
    });
    controller.abort();
    const results = await Promise.all(calls);
    const outcomes = results.map((result) => result.outcome);
    expect(outcomes.filter((outcome) => outcome === "cancelled")).toHaveLength(200);
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(800);
    // The modest one asked last; with turns, it is through long before the greedy one.
    expect(order.lastIndexOf("modest")).toBeLessThan(order.lastIndexOf("greedy"));
    expect(new Set(recordsOf(opened).map((record) => record.id)).size).toBe(1000);
    expect(opened.status()[0]?.state).toBe("ready");
  });
});

describe("secrets", () => {
  it("that are planted in variables, arguments and results are in no record, log or error", async () => {
    const canaries = ["canary-env-1234567", "canary-arg-1234567"];
    const opened = await open({
      mcpServers: {
        echo: stdio("echo", { env: { API_TOKEN: canaries[0] } }),
        crash: stdio("misbehaving/crash"),
      },
      settings: { recordArguments: true },
    });
    await opened.call("mcp__echo__echo", { text: `the token is ${canaries[0]}`, api_key: canaries[1] });
    await opened.call("mcp__echo__add", { a: canaries[0], password: canaries[1] });
    await opened.call("mcp__crash__go", { token: canaries[1] });
    recordsOf(opened);
    await opened.stop();
    const files = readdirSync(join(home, ".local/state/tacklebox"), { recursive: true, encoding: "utf8" })
      .map((name) => join(home, ".local/state/tacklebox", name))
      .filter((file) => statSync(file).isFile());
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const content = readFileSync(file).toString("latin1");
      for (const canary of canaries) expect(content.includes(canary), `${canary} in ${file}`).toBe(false);
    }
  });
});

describe("the life of a box", () => {
  it("lets a server be reached before the box was started, and leaves a live connection alone", async () => {
    const env = { HOME: home, PATH: process.env["PATH"] };
    box = await createBox({
      mcpServers: { slow: stdio("slow"), echo: stdio("echo", { connect: "lazy" }) },
      env,
    });
    const slow = box.server("slow");
    expect(slow.status().state).toBe("idle");
    await slow.connect();
    const call = slow.call("slow", {}, { timeoutMs: 400 });
    await slow.connect();
    expect((await call).outcome).toBe("timeout");
    // Never seen before, so it was asked for its tools once; from then on it waits for calls.
    expect((await box.call("mcp__echo__echo", { text: "hi" })).output).toBe("hi");
    await slow.disconnect();
    expect(slow.status().state).toBe("idle");
  });

  it("takes over a changed configuration and leaves the servers that did not change alone", async () => {
    const file = join(home, "servers.json");
    const write = (servers: object) => writeFileSync(file, JSON.stringify({ mcpServers: servers }));
    write({ slow: stdio("slow"), gone: stdio("echo") });
    const opened = await open({ configFiles: [file], watch: true });
    const call = opened.call({ server: "slow", tool: "slow" }, {}, { timeoutMs: 1500 });
    const isReady = new Promise<void>((done) => {
      opened.on("server-state", ({ name, state }) => name === "new" && state === "ready" && done());
    });
    write({ slow: stdio("slow"), new: stdio("echo") });
    await isReady;
    expect(opened.status().map(({ name }) => name)).toEqual(["new", "slow"]);
    expect((await opened.call("mcp__new__echo", { text: "hi" })).output).toBe("hi");
    expect((await call).outcome).toBe("timeout"); // not "unavailable": nobody touched its server
  });

  it("ends calls that wait for a person when it is stopped, each with its record", async () => {
    const asked = Promise.withResolvers<void>();
    const opened = await open({
      mcpServers: { echo: stdio("echo") },
      caller: { kind: "agent", name: "a" },
      ask: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    });
    const waiting = opened.call("mcp__echo__echo", { text: "hi" });
    await asked.promise;
    await opened.stop();
    const result = await waiting;
    expect(result.success).toBe(false);
    expect((await opened.call("mcp__echo__echo", { text: "hi" })).success).toBe(false);
    await expect(opened.start()).rejects.toMatchObject({ code: "usage" });
    const again = await open({ mcpServers: { echo: stdio("echo") } });
    expect(recordsOf(again).map((record) => record.id)).toContain(result.id);
  });

  it("gives adapters names that every model accepts, whatever the strategy", async () => {
    const opened = await open({ mcpServers: { echo: stdio("echo") }, settings: { naming: "tool@server" } });
    expect(opened.catalog.tools.map((one) => one.name)).toContain("echo@echo");
    const names = opened.tools().map((one) => one.name);
    expect(names).toContain("mcp__echo__echo");
    expect((await opened.call("mcp__echo__echo", { text: "x" })).output).toBe("x");
  });
});

describe("a server's tools", () => {
  it("are judged as they are now, not as they are remembered", async () => {
    const version = (description: string) =>
      defineServer("mutable", { act: tool({ description, run: () => "done" }) });
    const lazy = { mutable: { type: "inprocess", connect: "lazy" } };
    const first = await open({ servers: [version("Does good")], mcpServers: lazy });
    await first.call("mcp__mutable__act");
    await first.stop();
    const second = await open({
      servers: [version("Does evil")],
      mcpServers: lazy,
      settings: { drift: "hold" },
    });
    expect(second.status()[0]?.state).toBe("idle");
    expect((await second.call("mcp__mutable__act")).outcome).toBe("denied");
  });

  it("that come later are pinned when they come", async () => {
    const act = tool({ description: "Acts", run: () => "done" });
    const later = (description: string) => tool({ description, run: () => "later" });
    await (await open({ servers: [defineServer("s", { act })] })).stop();
    await (await open({ servers: [defineServer("s", { act, later: later("Fine") })] })).stop();
    const third = await open({
      servers: [defineServer("s", { act, later: later("Not fine") })],
      settings: { drift: "hold" },
    });
    expect((await third.call("mcp__s__later")).outcome).toBe("denied");
    expect((await third.call("mcp__s__act")).outcome).toBe("ok");
  });

  it("are pinned when they are first seen; a change is flagged, and held where the policy says so", async () => {
    const version = (description: string) =>
      defineServer("mutable", { act: tool({ description, run: () => "done" }) });
    const first = await open({ servers: [version("Does good")] });
    expect(first.catalog.tools[0]?.pin).toBe("same");
    await first.stop();
    const flagged = await open({ servers: [version("Does evil")] });
    expect(flagged.catalog.tools[0]).toMatchObject({ pin: "changed", held: false });
    expect((await flagged.call("mcp__mutable__act")).outcome).toBe("ok");
    await flagged.stop();
    const held = await open({ servers: [version("Does evil")], settings: { drift: "hold" } });
    expect(await held.call("mcp__mutable__act")).toMatchObject({
      outcome: "denied",
      hint: expect.stringContaining("tackle pins"),
    });
    held.pins.accept("mutable", held.upstream("mutable").lists);
    expect((await held.call("mcp__mutable__act")).outcome).toBe("ok");
  });
});
