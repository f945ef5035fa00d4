import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { TackleError } from "../../src/errors.ts";
import type { ServerDefinition, ServerState, ServerStatus } from "../../src/types.ts";
import type { SupervisionPolicy } from "../../src/upstream/supervise/policy.ts";
import type { KnownServer } from "../../src/upstream/supervise/supervisor.ts";
import { Upstreams, type UpstreamsOptions } from "../../src/upstream/upstreams.ts";
import { boxId } from "../../src/util/processes/box-marker.ts";
import { watchdog } from "../../src/util/processes/watchdog.ts";
import { endHttpEchoes, startHttpEcho } from "./http-echo.ts";
import { processesWith } from "./stdio-harness.ts";

const SERVERS = resolve(import.meta.dirname, "../servers");
const QUICK: Partial<SupervisionPolicy> = {
  handshakeTimeoutMs: 3000,
  backoffFirstMs: 20,
  backoffLongestMs: 100,
  breakerFailures: 4,
  breakerProbeMs: 1500,
  retryOnDemandMs: 10_000,
  healthIntervalMs: 200,
  healthTimeoutMs: 300,
};

const defaults = {
  description: undefined,
  enabled: true,
  trust: false,
  connect: "eager",
  isolation: "shared",
  instances: 1,
  timeout: 5000,
  toolTimeouts: {},
  idleTimeout: undefined,
  maxMessageBytes: undefined,
  includeTools: undefined,
  excludeTools: [],
  policy: {},
  cache: {},
  debug: false,
} as const;

const folder = mkdtempSync(join(tmpdir(), "tackle-supervision-"));

function stdio(
  name: string,
  file: string,
  more: Partial<ServerDefinition> & { args?: string[] } = {},
): ServerDefinition {
  const { args = [], ...rest } = more;
  const command = process.execPath;
  return {
    ...defaults,
    name,
    type: "stdio",
    command,
    args: [join(SERVERS, `${file}.ts`), ...args],
    env: {},
    cwd: folder,
    ...rest,
  } as ServerDefinition;
}

class Watched {
  readonly states: string[] = [];
  readonly remarks: string[] = [];
  readonly upstreams: Upstreams;
  #wake: () => void = () => {};

  constructor(options: Partial<UpstreamsOptions> = {}) {
    this.upstreams = new Upstreams({
      clientVersion: "0",
      inProcess: new Map(),
      redact: (text) => text,
      policy: QUICK,
      onState: ({ name, state }) => {
        this.states.push(`${name} ${state}`);
        this.#wake();
      },
      onRemark: (_server, remark) => {
        this.remarks.push(remark);
        this.#wake();
      },
      ...options,
    });
  }

  run(...definitions: ServerDefinition[]): Promise<void> {
    return this.upstreams.apply(definitions.map((definition) => ({ kind: "run", definition })));
  }

  status(name: string): ServerStatus {
    const found = this.upstreams.status().find((status) => status.name === name);
    if (found === undefined) throw new Error(`no status of ${name}`);
    return found;
  }

  async until(name: string, state: ServerState): Promise<ServerStatus> {
    while (this.status(name).state !== state) await new Promise<void>((done) => (this.#wake = done));
    return this.status(name);
  }

  call(name: string, text = "hi", timeoutMs = 3000): Promise<unknown> {
    return this.upstreams
      .get(name)
      .send("tools/call", { name: "echo", arguments: { text } }, { timeoutMs, tool: "echo" });
  }
}

let watched: Watched | undefined;
const watch = (options?: Partial<UpstreamsOptions>): Watched => (watched = new Watched(options));
const echoed = (text: string) => expect.objectContaining({ content: [{ type: "text", text }] });
const pids = () => processesWith(`TACKLEBOX_BOX=${boxId}`).filter((pid) => pid !== watchdog.pid);
const remote = (name: string, url: string): ServerDefinition => ({
  ...defaults,
  name,
  type: "http",
  url,
  headers: {},
  oauth: undefined,
});
const failureOf = async (work: Promise<unknown>): Promise<TackleError> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TackleError)) throw new Error(`expected a TackleError, got ${String(error)}`);
  return error;
};

afterEach(async () => {
  await watched?.upstreams.stop();
  endHttpEchoes();
  const left = processesWith(`TACKLEBOX_BOX=${boxId}`).filter((pid) => pid !== watchdog.pid);
  expect(left).toEqual([]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("starting", () => {
  it("brings good servers up while one hangs, one is missing and one crashes", async () => {
    const box = watch();
    const good = Array.from({ length: 6 }, (_, index) => stdio(`good-${index}`, "echo"));
    const missing = { ...stdio("missing", "echo"), command: "no-such-program" } as ServerDefinition;
    const applied = box.run(
      ...good,
      missing,
      stdio("hanging", "misbehaving/init-hang"),
      stdio("crashing", "misbehaving/exit-at-once"),
    );
    for (const { name } of good) await box.until(name, "ready");
    expect(box.status("hanging").state).toBe("starting");
    expect(box.status("missing")).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("no-such-program"),
      hint: expect.any(String),
    });
    for (const { name } of good) expect(await box.call(name)).toEqual(echoed("hi"));
    await applied;
    expect(["backing-off", "starting", "failed"]).toContain(box.status("hanging").state);
  });

  it("starts a lazy server with the first call, and offers what it knew before that", async () => {
    const memory = new Map<string, KnownServer>();
    const keep: Partial<UpstreamsOptions> = {
      recall: ({ name }) => memory.get(name),
      remember: ({ name }, known) => void memory.set(name, known),
    };
    const first = watch(keep);
    await first.run(stdio("lazy", "echo", { connect: "lazy" }));
    expect(first.status("lazy")).toMatchObject({ state: "ready", tools: 3 }); // nothing was known of it yet
    await first.upstreams.stop();

    const second = watch(keep);
    await second.run(stdio("lazy", "echo", { connect: "lazy" }));
    expect(second.status("lazy")).toMatchObject({ state: "idle", tools: 3, era: "modern" });
    expect(await second.call("lazy")).toEqual(echoed("hi"));
  });

  it("does not start anything twice for twenty calls at once", async () => {
    const box = watch();
    await box.run(stdio("lazy", "echo", { connect: "lazy" }));
    await box.upstreams.get("lazy").disconnect();
    box.states.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => box.call("lazy")));
    expect(box.states.filter((state) => state === "lazy starting")).toHaveLength(1);
  });

  it("keeps fifty servers apart from one that hangs and one that crashes", async () => {
    const box = watch({ policy: { ...QUICK, handshakeTimeoutMs: 20_000 } });
    const good = Array.from({ length: 48 }, (_, index) =>
      stdio(`good-${index}`, "misbehaving/growing-lists"),
    );
    void box.run(
      stdio("hanging", "misbehaving/init-hang"),
      stdio("crashing", "misbehaving/crash-loop"),
      ...good,
    );
    for (const { name } of good) await box.until(name, "ready");
    expect(box.status("hanging").state).toBe("starting");
  });
});

describe("a server that ends", () => {
  it("comes back, and a call in between waits for it", async () => {
    const box = watch();
    await box.run(stdio("echo", "echo"));
    const server = box.upstreams.get("echo");
    const pid = processesWith(`TACKLEBOX_BOX=${boxId}`).find((id) => id !== watchdog.pid);
    process.kill(pid ?? 0, "SIGKILL");
    await box.until("echo", "backing-off");
    expect(await box.call("echo", "back")).toEqual(echoed("back"));
    expect(server.status()).toMatchObject({ state: "ready", restarts: 1 });
  });

  it("fails its calls at once with the reason, the exit code and its last words", async () => {
    const box = watch();
    await box.run(stdio("crash", "misbehaving/crash"));
    const error = await failureOf(
      box.upstreams
        .get("crash")
        .send("tools/call", { name: "go", arguments: {} }, { timeoutMs: 3000, tool: "go" }),
    );
    expect(error).toMatchObject({ code: "connection", server: "crash" });
    expect(error.message).toMatch(/code 3/);
  });

  it("is given up after too many times, probed seldom, and never in a tight loop", async () => {
    const box = watch();
    await box.run(stdio("loop", "misbehaving/crash-loop"));
    const { reason } = await box.until("loop", "failed");
    expect(reason).toContain("out of coffee");
    const starts = box.states.filter((state) => state === "loop starting").length;
    expect(starts).toBeLessThanOrEqual(5);
    expect((await failureOf(box.call("loop"))).message).toContain("out of coffee");
    await box.until("loop", "starting"); // the probe
  });

  it("that cannot be started is not tried again by a timer, only by a later call", async () => {
    const box = watch({ policy: { ...QUICK, retryOnDemandMs: 400 } });
    await box.run({ ...stdio("missing", "echo"), command: join(folder, "not-there") } as ServerDefinition);
    expect(box.states).toEqual(["missing starting", "missing failed"]);
    expect((await failureOf(box.call("missing"))).code).toBe("connection");
    expect(box.states).toHaveLength(2);
    await delay(500);
    expect(box.states).toHaveLength(2);
    await failureOf(box.call("missing"));
    expect(box.states).toEqual(["missing starting", "missing failed", "missing starting", "missing failed"]);
  });

  it("keeps its waiting calls through a failed attempt, and tells them why when their time is up", async () => {
    const box = watch({ policy: { ...QUICK, breakerFailures: 100, backoffLongestMs: 50 } });
    await box.run(stdio("never", "misbehaving/exit-at-once"));
    const error = await failureOf(box.call("never", "hi", 800));
    expect(error).toMatchObject({ code: "timeout", server: "never" });
    expect(error.message).toContain("exited");
    expect(box.states.filter((state) => state === "never starting").length).toBeGreaterThan(1);
  });
});

describe("a server that lives but does not answer", () => {
  it("is called degraded, then started anew", async () => {
    const box = watch();
    await box.run(stdio("silent", "misbehaving/falls-silent"));
    await box.upstreams.get("silent").send("tools/call", { name: "go" }, { timeoutMs: 2000 });
    await box.until("silent", "degraded");
    await box.until("silent", "backing-off");
    expect(await box.until("silent", "ready")).toMatchObject({ restarts: 1 });
  });

  it("is found out while calls fail on it, not only while it is idle", async () => {
    const box = watch();
    await box.run(stdio("silent", "misbehaving/falls-silent"));
    const call = () => box.upstreams.get("silent").send("tools/call", { name: "go" }, { timeoutMs: 150 });
    await call();
    const calling = setInterval(() => void call().catch(() => undefined), 20);
    await box.until("silent", "backing-off");
    clearInterval(calling);
    expect((await box.until("silent", "ready")).restarts).toBe(1);
  });

  it("over HTTP is found out when it is gone, and found again when it is back", async () => {
    const box = watch({ policy: { ...QUICK, breakerFailures: 1000 } });
    const first = await startHttpEcho();
    const { port } = new URL(first.url);
    await box.run(remote("remote", first.url));
    expect(await box.call("remote")).toEqual(echoed("hi"));
    await first.close();
    await failureOf(box.call("remote", "hi", 500));
    await box.until("remote", "backing-off");
    const second = await startHttpEcho(Number(port));
    expect(await box.call("remote", "again", 5000)).toEqual(echoed("again"));
    await box.upstreams.stop();
    await second.close();
  });

  it("ends each call at its deadline with a typed error", async () => {
    const box = watch();
    await box.run(stdio("hang", "misbehaving/hang"), stdio("echo", "echo"));
    const failing = failureOf(
      box.upstreams.get("hang").send("tools/call", { name: "go" }, { timeoutMs: 300, tool: "go" }),
    );
    expect(await box.call("echo")).toEqual(echoed("hi"));
    expect(await failing).toMatchObject({
      code: "timeout",
      server: "hang",
      tool: "go",
      message: expect.stringContaining("300 ms"),
    });
  });

  it("ends a call at the absolute maximum, however much progress it reports", async () => {
    const box = watch();
    await box.run(stdio("progress", "misbehaving/endless-progress"));
    const options = { timeoutMs: 400, maximumMs: 900, tool: "go", onProgress: () => {} };
    const error = await failureOf(box.upstreams.get("progress").send("tools/call", { name: "go" }, options));
    expect(error.code).toBe("timeout");
  });

  it("is told when a caller gives up", async () => {
    const box = watch();
    await box.run(stdio("slow", "slow"));
    const controller = new AbortController();
    const failing = failureOf(
      box.upstreams
        .get("slow")
        .send("tools/call", { name: "slow" }, { timeoutMs: 9000, signal: controller.signal }),
    );
    await delay(100);
    controller.abort();
    expect(await failing).toMatchObject({ code: "cancelled", server: "slow" });
  });
});

describe("stopping", () => {
  it("ends a server that nobody used for a while, and starts it again on demand", async () => {
    const box = watch();
    await box.run(stdio("idle", "echo", { idleTimeout: 200 }));
    await box.until("idle", "idle");
    expect(await box.call("idle")).toEqual(echoed("hi"));
  });

  it("in the middle of starting leaves nothing behind", async () => {
    const box = watch();
    void box.run(
      stdio("hanging", "misbehaving/init-hang"),
      stdio("stubborn", "misbehaving/ignore-term"),
      ...Array.from({ length: 5 }, (_, index) => stdio(`good-${index}`, "echo")),
    );
    await delay(50);
    await box.upstreams.stop();
    expect(box.upstreams.status()).toEqual([]);
  });

  it("restarts only the servers whose definition changed", async () => {
    const box = watch();
    const stays = stdio("stays", "echo");
    await box.run(stays, stdio("changes", "echo"), stdio("goes", "echo"));
    const slow = box.call("stays");
    await box.run({ ...stays }, stdio("changes", "echo", { args: ["changed"] }), stdio("comes", "echo"));
    expect(await slow).toEqual(echoed("hi"));
    expect(box.states.filter((state) => state === "stays starting")).toHaveLength(1);
    expect(box.states.filter((state) => state === "changes starting")).toHaveLength(2);
    expect(box.upstreams.status().map(({ name }) => name)).toEqual(["changes", "comes", "stays"]);
    expect(await failureOf(Promise.resolve().then(() => box.upstreams.get("goes")))).toMatchObject({
      code: "not-found",
    });
  });
});

describe("replacing and ending servers", () => {
  it("starts a changed server only when its old self is gone", async () => {
    const box = watch();
    await box.run(stdio("stubborn", "misbehaving/ignore-term"));
    const old = pids();
    await box.run(stdio("stubborn", "echo"));
    expect(pids().filter((pid) => old.includes(pid))).toEqual([]);
    expect(box.states.at(-1)).toBe("stubborn ready");
    expect(await box.call("stubborn")).toEqual(echoed("hi"));
  });

  it("waits in stop for servers that are still being removed", async () => {
    const box = watch();
    await box.run(stdio("stubborn", "misbehaving/ignore-term"));
    void box.run();
    await box.upstreams.stop();
    expect(pids()).toEqual([]);
  });

  it("does not bring a stopped server back to life", async () => {
    const box = watch();
    await box.run(stdio("echo", "echo", { isolation: "session" }));
    const server = box.upstreams.get("echo");
    await box.upstreams.stop();
    await server.reconnect();
    const late = server.send("tools/call", { name: "echo" }, { timeoutMs: 500, session: "new" });
    expect(await failureOf(late)).toMatchObject({ code: "connection" });
    expect(pids()).toEqual([]);
  });

  it("asks for the era again when the remembered one no longer fits", async () => {
    const verdict = { era: "modern", decidedAt: Date.now(), discover: { supportedVersions: ["2026-07-28"] } };
    const lists = { tools: [], resources: [], resourceTemplates: [], prompts: [], problems: [] };
    const box = watch({ recall: () => ({ lists, verdict }) as unknown as KnownServer });
    await box.run(stdio("changed", "misbehaving/growing-lists"));
    expect(box.status("changed")).toMatchObject({ state: "ready", era: "legacy", tools: 1 });
  });
});

describe("a message that is too large", () => {
  it("fails its call by the server's own limit, and the next call works", async () => {
    const box = watch();
    await box.run(
      stdio("huge", "misbehaving/huge", { maxMessageBytes: 1_000_000 }),
      stdio("large", "misbehaving/huge", { maxMessageBytes: 60_000_000 }),
    );
    const call = (name: string) =>
      box.upstreams.get(name).send("tools/call", { name: "go" }, { timeoutMs: 20_000 });
    // Twenty times the limit is no reply any more but a flood: the server is started anew.
    expect((await failureOf(call("huge"))).message).toMatch(/bytes/);
    expect(JSON.stringify(await call("large")).length).toBeGreaterThan(20_000_000);
    expect((await box.until("huge", "ready")).restarts).toBe(1);
  });
});

describe("lists", () => {
  it("keep the good tools of a server with bad ones, in order, and say what was left out", async () => {
    const box = watch();
    await box.run(stdio("bad", "misbehaving/bad-tools"));
    const { tools, problems } = box.upstreams.get("bad").lists;
    expect(tools.map(({ name }) => name)).toEqual(["__proto__", "good", "untyped", "wordy"]);
    expect(tools.find(({ name }) => name === "untyped")?.inputSchema).toMatchObject({ type: "object" });
    expect(String(tools.find(({ name }) => name === "wordy")?.["description"]).length).toBeLessThan(9000);
    expect(problems.filter((problem) => problem.includes("left out"))).toHaveLength(9);
    expect(problems).toContainEqual(expect.stringContaining("'good' is offered more than once"));
    expect(box.remarks).toEqual(problems);
    expect(({} as Record<string, unknown>)["inputSchema"]).toBeUndefined();
  });

  it.each([
    ["same", 2],
    ["new", 64],
    ["empty", 2],
  ])("end for a server with the cursor %s", async (kind, count) => {
    const box = watch();
    await box.run(stdio("endless", "misbehaving/endless-cursor", { args: [kind] }));
    expect(box.status("endless")).toMatchObject({ state: "ready", tools: count });
  });

  it("follow a server's changes", async () => {
    const seen: number[] = [];
    const box = watch({
      onLists: (_server, { tools }) => seen.push(tools.length),
      policy: { ...QUICK, listIntervalMs: 20, listDebounceMs: 5 },
    });
    await box.run(stdio("growing", "misbehaving/growing-lists"));
    await box.upstreams.get("growing").send("tools/call", { name: "tool-0" }, { timeoutMs: 2000 });
    while (seen.length < 2) await delay(10);
    expect(seen).toEqual([1, 2]);
  });

  it("are read ever more seldom from a server that cries wolf", async () => {
    const box = watch({
      policy: { ...QUICK, listIntervalMs: 20, listDebounceMs: 5, listIntervalLongestMs: 60_000 },
    });
    await box.run(stdio("restless", "misbehaving/restless-lists"));
    await delay(1000);
    const answer = await box.upstreams
      .get("restless")
      .send("tools/call", { name: "go" }, { timeoutMs: 2000 });
    const reads = Number((answer as { content: { text: string }[] }).content[0]?.text);
    expect(reads).toBeGreaterThan(1);
    expect(reads).toBeLessThan(10);
  });
});

describe("more than one connection", () => {
  it("spreads calls over equal instances", async () => {
    const box = watch();
    await box.run(stdio("pool", "slow", { instances: 3 }));
    expect(pids()).toHaveLength(3);
  });

  it("prefers the instances that work", async () => {
    const box = watch({ policy: { ...QUICK, backoffFirstMs: 60_000, backoffLongestMs: 60_000 } });
    await box.run(stdio("pool", "echo", { instances: 2 }));
    const [first = 0] = pids();
    process.kill(first, "SIGKILL");
    while (!box.states.includes("pool backing-off")) await delay(5);
    expect(await Promise.all(["a", "b", "c"].map((text) => box.call("pool", text, 2000)))).toEqual(
      ["a", "b", "c"].map(echoed),
    );
  });

  it("gives every session a server of its own, and ends it with the session", async () => {
    const box = watch();
    await box.run(stdio("own", "echo", { isolation: "session" }));
    const server = box.upstreams.get("own");
    const call = (session: string) =>
      server.send("tools/call", { name: "echo", arguments: { text: session } }, { timeoutMs: 5000, session });
    expect(await Promise.all([call("a"), call("b"), call("a")])).toEqual([
      echoed("a"),
      echoed("b"),
      echoed("a"),
    ]);
    expect(pids()).toHaveLength(3);
    await server.endSession("a");
    expect(pids()).toHaveLength(2);
  });
});
