/** What whoever runs the gateway sees of it: its health, its numbers, its traces, and how it ends. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startCollector } from "../../src/gateway/operations/fixtures/collector.ts";
import { startGateway, type Gateway, type GatewayOptions } from "./gateway.ts";
import { CLIENT_KINDS, connectClient, type Answers, type ClientKind } from "./pairing-clients.ts";
import { Bench } from "./tackle.ts";

const SERVERS = resolve(import.meta.dirname, "../servers");
const program = (file: string, ...args: readonly string[]) => ({
  command: process.execPath,
  args: [join(SERVERS, file), ...args],
});
const servers = { echo: program("echo.ts"), slow: program("slow.ts"), meta: program("metadata.ts") };
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;

async function start(options: Partial<GatewayOptions> = {}): Promise<Gateway> {
  const gateway = await startGateway({ servers, ...options });
  onTestFinished(() => gateway.stop());
  return gateway;
}

async function client(kind: ClientKind, url: string, answers: Answers = {}) {
  const connected = await connectClient(kind, url, answers);
  onTestFinished(() => connected.close().catch(() => undefined));
  return connected;
}

const read = async (gateway: Gateway, path: string): Promise<string> =>
  (await fetch(new URL(path, gateway.url))).text();

/** The number on a line of the page. */
const sample = async (gateway: Gateway, name: string): Promise<number | undefined> => {
  const lines = (await read(gateway, "/metrics")).split("\n");
  const line = lines.find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

const metaIn = (result: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  JSON.parse((result["content"] as { text: string }[])[0]?.text ?? "{}") as Record<string, unknown>;

describe("health", () => {
  it("is there at once, and readiness when every server has started or failed", async () => {
    const gateway = await start({ servers: { ...servers, broken: { command: "no-such-program" } } });
    expect(await read(gateway, "/healthz")).toBe("ok\n");
    await expect.poll(() => read(gateway, "/readyz"), { timeout: 20_000 }).toBe("ready\n");
  });

  it("is not readiness: while a server is still starting, it is not ready", async () => {
    const gateway = await start({ servers: { hanging: program("misbehaving/init-hang.ts") } });
    const response = await fetch(new URL("/readyz", gateway.url));
    expect([response.status, await response.text()]).toEqual([503, "not ready\n"]);
    expect((await fetch(new URL("/healthz", gateway.url))).status).toBe(200);
  });
});

describe("metrics", () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ servers });
  });
  afterAll(() => gateway.stop());

  it("are text that Prometheus reads, every line of it", async () => {
    const response = await fetch(new URL("/metrics", gateway.url));
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const lines = (await response.text()).trimEnd().split("\n");
    const isSound = (line: string): boolean =>
      /^# (?:HELP|TYPE) \w+ .+$/.test(line) ||
      /^\w+(?:\{\w+="(?:[^"\\]|\\.)*"(?:,\w+="(?:[^"\\]|\\.)*")*\})? (?:[\d.e+-]+|\+Inf)$/.test(line);
    expect(lines.filter((line) => !isSound(line))).toEqual([]);
  });

  it("count calls, requests and sessions of both eras", async () => {
    const legacy = await client("v1", gateway.url);
    const modern = await client("v2 modern", gateway.url);
    await legacy.call("mcp__echo__echo", { text: "hi" });
    await modern.call("mcp__echo__echo", { text: "hi" });
    await modern.call("mcp__echo__add", { a: "no number" });
    const calls = (tool: string, outcome: string) =>
      sample(gateway, `tacklebox_calls_total{server="echo",tool="${tool}",outcome="${outcome}"}`);
    expect(await calls("echo", "ok")).toBe(2);
    expect(await calls("add", "invalid-arguments")).toBe(1);
    expect(await sample(gateway, 'tacklebox_call_duration_seconds_count{server="echo"}')).toBe(3);
    for (const era of ["legacy", "modern"])
      expect(
        await sample(gateway, `tacklebox_http_requests_total{route="profile",status="2xx",era="${era}"}`),
      ).toBeGreaterThan(0);
    expect(await sample(gateway, "tacklebox_sessions")).toBe(1);
    await expect.poll(() => sample(gateway, "tacklebox_catalog_tools"), { timeout: 20_000 }).toBe(5);
    expect(await sample(gateway, 'tacklebox_server_state{server="echo",state="ready"}')).toBe(1);
  });

  it("show a call while it is under way", async () => {
    const caller = await client("v2 modern", gateway.url);
    const controller = new AbortController();
    const call = caller.call("mcp__slow__slow", {}, { signal: controller.signal }).catch(() => undefined);
    await expect.poll(() => sample(gateway, "tacklebox_calls_in_flight")).toBe(1);
    controller.abort();
    await call;
    await expect.poll(() => sample(gateway, "tacklebox_calls_in_flight")).toBe(0);
  });
});

describe("traces", () => {
  it.each(CLIENT_KINDS)("of a %s client's calls arrive at the collector, with their place", async (kind) => {
    const collector = await startCollector();
    const gateway = await start({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=not-for-logs",
        OTEL_SERVICE_NAME: "my-box",
      },
    });
    const caller = await client(kind, gateway.url);
    const meta = { traceparent: TRACEPARENT, tracestate: "vendor=1", baggage: "user=7" };
    const received = metaIn(await caller.call("mcp__meta__metadata", {}, { meta }));
    expect(received).toMatchObject({ tracestate: "vendor=1", baggage: "user=7" });
    await caller.call("mcp__echo__add", { a: "secret argument" });
    await expect.poll(() => collector.spans.length, { timeout: 20_000 }).toBe(2);
    const [traced, failed] = collector.spans;
    expect(traced).toMatchObject({
      traceId: TRACE,
      parentSpanId: "b7ad6b7169203331",
      name: "tools/call metadata",
      kind: 2,
      status: {},
    });
    expect(received["traceparent"]).toBe(`00-${TRACE}-${traced?.spanId}-01`);
    expect(failed).toMatchObject({ name: "tools/call add", status: { code: 2 } });
    expect(failed?.traceId).not.toBe(TRACE);
    expect(JSON.stringify(collector.spans)).not.toContain("secret argument");
    expect(collector.requests[0]).toMatchObject({
      path: "/v1/traces",
      headers: { "x-api-key": "not-for-logs", "content-type": "application/json" },
    });
    expect(JSON.stringify(collector.resources)).toContain("my-box");
    await expect.poll(() => sample(gateway, "tacklebox_spans_exported_total")).toBe(2);
  });

  it("that were not sent yet are sent at the end", async () => {
    const collector = await startCollector();
    const gateway = await start({ env: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/exact` } });
    const caller = await client("v2 modern", gateway.url);
    await caller.call("mcp__echo__echo", { text: "last words" });
    const ended = once(gateway.child, "exit");
    gateway.child.kill("SIGTERM");
    await ended;
    expect(collector.spans.map(({ name }) => name)).toEqual(["tools/call echo"]);
    expect(collector.requests.map(({ path }) => path)).toEqual(["/exact"]);
  });

  it("that nobody takes harm no call, and end nothing late", async () => {
    const gateway = await start({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" } });
    const caller = await client("v2 modern", gateway.url);
    for (let turn = 0; turn < 20; turn += 1)
      expect(await caller.call("mcp__echo__echo", { text: "hi" })).not.toHaveProperty("isError");
    await gateway.stop();
    expect(gateway.child.exitCode).toBe(0);
  });

  it.each(CLIENT_KINDS)("that nobody wants pass through as a %s client sent them", async (kind) => {
    const gateway = await start();
    const caller = await client(kind, gateway.url);
    const meta = { traceparent: "as it is, even wrong", tracestate: "vendor=1", baggage: "user=7" };
    expect(metaIn(await caller.call("mcp__meta__metadata", {}, { meta }))).toMatchObject(meta);
    expect(metaIn(await caller.call("mcp__meta__metadata"))).not.toHaveProperty("traceparent");
  });
});

describe("the end", () => {
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  it.each(CLIENT_KINDS)("lets a %s client's call finish, while nobody new comes in", async (kind) => {
    const gateway = await start();
    const caller = await client(kind, gateway.url);
    const begun = Promise.withResolvers<void>();
    const call = caller.call(
      "mcp__slow__slow",
      { milliseconds: 2500 },
      { onProgress: () => begun.resolve() },
    );
    await begun.promise;
    const ended = once(gateway.child, "exit");
    gateway.child.kill("SIGTERM");
    await expect.poll(() => refuses(gateway.port)).toBe(true);
    expect(await call).toMatchObject({ content: [{ type: "text", text: "Waited 2500 ms." }] });
    expect(await ended).toEqual([0, null]);
  });

  it("takes what npm passes on of a Ctrl-C for the same one", async () => {
    const gateway = await start();
    const caller = await client("v2 modern", gateway.url);
    const begun = Promise.withResolvers<void>();
    const onProgress = (): void => begun.resolve();
    const call = caller.call("mcp__slow__slow", { milliseconds: 1500 }, { onProgress });
    await begun.promise;
    const ended = once(gateway.child, "exit");
    // Two different ones, because the system may make one of two that are the same.
    gateway.child.kill("SIGINT");
    gateway.child.kill("SIGTERM");
    expect(await call).toMatchObject({ content: [{ type: "text", text: "Waited 1500 ms." }] });
    expect(await ended).toEqual([0, null]);
  });

  it("comes at once with a second signal, and leaves no process", async () => {
    const gateway = await start({
      servers: {
        ...servers,
        stubborn: program("misbehaving/ignore-term.ts"),
        orphan: program("misbehaving/orphan.ts"),
      },
    });
    await expect.poll(() => read(gateway, "/readyz"), { timeout: 20_000 }).toBe("ready\n");
    const caller = await client("v2 modern", gateway.url);
    const call = caller.call("mcp__slow__slow", { milliseconds: 60_000 }).catch(() => "ended");
    await expect.poll(() => sample(gateway, "tacklebox_calls_in_flight")).toBe(1);
    const family = await descendants(gateway.pid);
    expect(family.length).toBeGreaterThan(3);
    const ended = once(gateway.child, "exit");
    gateway.child.kill("SIGTERM");
    await expect.poll(() => refuses(gateway.port)).toBe(true);
    expect(gateway.child.exitCode).toBeNull();
    // One right after the first would be taken for its echo.
    const again = setInterval(() => gateway.child.kill("SIGTERM"), 100);
    const code = await ended;
    clearInterval(again);
    expect(code).toEqual([130, null]);
    expect(await call).toBe("ended");
    await expect.poll(() => family.filter(isAlive), { timeout: 20_000 }).toEqual([]);
  });

  it("is the start where the port is taken, and says what to do", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const { port } = holder.address() as AddressInfo;
    const bench = new Bench();
    try {
      const { code, json } = await bench.run(["serve", "--port", String(port), "--json"]);
      expect(code).toBe(1);
      expect(json).toMatchObject({
        error: {
          code: "conflict",
          message: `Port ${port} on 127.0.0.1 is in use`,
          hint: expect.stringContaining(`--port ${port + 1}`) as unknown,
        },
      });
    } finally {
      holder.close();
      bench.dispose();
    }
  });
});

function refuses(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      done(false);
    });
    socket.once("error", () => done(true));
  });
}

/** The processes that a process started, and those that they did. */
async function descendants(pid: number): Promise<number[]> {
  const { readdirSync, readFileSync } = await import("node:fs");
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)?.split(" ");
      parents.set(Number(name), Number(fields?.[1]));
    } catch {
      // It ended while we looked.
    }
  }
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one);
    return parent !== undefined && parent !== 0 && (parent === pid || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}
