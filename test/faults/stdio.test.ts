import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { ProtocolError } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { TackleError } from "../../src/errors.ts";
import { boxId } from "../../src/util/processes/box-marker.ts";
import type { NoiseReport } from "../../src/upstream/transports/stdio/noise-meter.ts";
import type { OversizeReport } from "../../src/upstream/transports/stdio/inbox.ts";
import { watchdog } from "../../src/util/processes/watchdog.ts";
import {
  closeAll,
  createTransport,
  failureOf,
  misbehaving,
  openFixture,
  openServer,
  processesWith,
  until,
  wellBehaved,
} from "./stdio-harness.ts";

const MARK = `TACKLEBOX_BOX=${boxId}`;
const QUICK = { endOfInputMs: 200, terminateMs: 300, killMs: 2_000, orphanMs: 100 };

/** Everything but the watchdog, which names the mark on its command line. */
function leftovers(): number[] {
  return processesWith(MARK).filter((pid) => pid !== watchdog.pid);
}

afterEach(async () => {
  await closeAll();
  if (leftovers().length > 0) throw new Error(`processes left behind: ${leftovers().join(", ")}`);
});

describe("what a server writes to stdout", () => {
  test("text that is not MCP is skipped, counted and reported seldom and safely", async () => {
    const reports: NoiseReport[] = [];
    const { call, transport } = await openFixture("noise", { onNoise: (report) => reports.push(report) });
    await expect(call()).resolves.toBe("quiet");
    await expect(call()).resolves.toBe("quiet");
    expect(transport.noiseCount).toBeGreaterThan(30);
    expect(reports.length).toBeLessThanOrEqual(2);
    expect(reports[0]).toMatchObject({ kind: "text", sample: "Server starting…" });
    await transport.close();
    expect(reports.reduce((sum, report) => sum + report.count, 0)).toBe(transport.noiseCount);
    expect(JSON.stringify(reports)).not.toMatch(/\\u00(?:1b|0[0-8])/i);
  });

  test("a message glued to a banner is found", async () => {
    const { call } = await openFixture("banner-glued");
    await expect(call()).resolves.toBe("glued");
  });

  test("a reply that comes one byte at a time arrives intact", async () => {
    const { call } = await openFixture("partial");
    await expect(call()).resolves.toBe("naïve 日本語 🎣");
  });

  test("bytes that are not UTF-8 are replaced and the lines stay aligned", async () => {
    const { call } = await openFixture("bad-utf8");
    await expect(call()).resolves.toContain("\uFFFD");
    await expect(call()).resolves.toContain("\uFFFD");
  });

  test.each(["id-first", "id-last"])(
    "a reply past the limit fails its call and no other (%s)",
    async (order) => {
      const seen: OversizeReport[] = [];
      const onOversize = (report: OversizeReport): void => void seen.push(report);
      const { call } = await openFixture("huge", { args: ["20", order], onOversize });
      const [failure, small] = await Promise.all([failureOf(call()), call({ small: true })]);
      expect(failure).toBeInstanceOf(ProtocolError);
      expect(failure.message).toMatch(/too large: 20\d{6} bytes, the limit is 16777216/);
      expect(failure).toMatchObject({ data: { tacklebox: { reason: "reply-too-large" } } });
      expect(small).toBe("small");
      expect(seen).toEqual([{ bytes: expect.any(Number), id: expect.any(Number) }]);
      await expect(call({ small: true })).resolves.toBe("small");
    },
  );

  test("a line that never ends is cut, its server ended, and memory stays flat", async () => {
    const { call, transport } = await openFixture("endless-line", { maxMessageBytes: 1024 * 1024 });
    const before = process.memoryUsage().rss;
    const failure = await failureOf(call());
    expect(failure.message).toMatch(/too large|closed/);
    expect(transport.closeReason).toMatchObject({
      code: "protocol",
      message: expect.stringContaining("without a line break"),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
    await transport.close();
  });

  test("a reply ten times as large takes about ten times as long", async () => {
    const time = async (mebibytes: number): Promise<number> => {
      const options = { args: [String(mebibytes)], maxMessageBytes: 128 * 1024 * 1024 };
      const { call, transport } = await openFixture("huge", options);
      await call({ small: true });
      const started = performance.now();
      expect(await call()).toHaveLength(mebibytes * 1024 * 1024);
      const taken = performance.now() - started;
      await transport.close();
      return taken;
    };
    const small = Math.min(await time(5), await time(5));
    // Copying anew with every chunk would make it a hundred times.
    expect((await time(50)) / small).toBeLessThan(40);
  });

  test("200,000 notifications at once hold up nobody else", async () => {
    const [flood, echo] = await Promise.all([
      openFixture("notification-flood"),
      openServer({ args: [wellBehaved("echo")] }),
    ]);
    const state = { isFlooding: true };
    const flooded = flood.call().finally(() => (state.isFlooding = false));
    const times: number[] = [];
    while (state.isFlooding) {
      const started = performance.now();
      await echo.client.callTool({ name: "echo", arguments: { text: "x" } });
      times.push(performance.now() - started);
    }
    await expect(flooded).resolves.toBe("flooded");
    expect(times.length).toBeGreaterThan(20);
    expect(Math.max(...times)).toBeLessThan(1_000);
  });
});

describe("replies", () => {
  test("of two replies the first counts", async () => {
    const { call, transport } = await openFixture("duplicate-reply");
    await expect(call()).resolves.toBe("first");
    await expect(call()).resolves.toBe("first");
    await until(() => transport.noiseCount === 2, 1_000, "both seconds counted");
  });

  test("replies under foreign ids reach nobody", async () => {
    const { call, transport } = await openFixture("wrong-id");
    await expect(failureOf(call({}, { timeout: 300 }))).resolves.toMatchObject({ code: "REQUEST_TIMEOUT" });
    expect(transport.noiseCount).toBe(4);
  });

  test("a reply that comes after its call has given up is dropped", async () => {
    const { call, transport } = await openFixture("late-reply", { args: ["200"] });
    await expect(failureOf(call({}, { timeout: 50 }))).resolves.toMatchObject({ code: "REQUEST_TIMEOUT" });
    await expect(call({ now: true })).resolves.toBe("now");
    await until(() => transport.noiseCount === 1, 2_000, "the late reply");
  });

  test("an id that comes back as text is recognised", async () => {
    const { call } = await openFixture("string-id");
    await expect(call()).resolves.toBe("flipped");
  });

  test("a reply without the member jsonrpc is understood", async () => {
    const { call } = await openFixture("no-jsonrpc");
    await expect(call()).resolves.toBe("sloppy");
  });

  test("an envelope of the wrong shape fails its call at once, with what is wrong", async () => {
    const { call } = await openFixture("wrong-shape");
    const messages: Record<string, string> = {};
    const shapes = [
      "neither",
      "both",
      "text-result",
      "list-result",
      "null-result",
      "text-error",
      "error-without-code",
    ];
    for (const shape of [...shapes, "error-without-message", "bad-meta", "broken-json"]) {
      const failure = await failureOf(call({ shape }, { timeout: 5_000 }));
      expect(failure).toBeInstanceOf(ProtocolError);
      messages[shape] = failure.message;
    }
    expect(messages).toMatchObject({
      neither: expect.stringContaining("neither a result nor an error"),
      "text-error": expect.stringContaining('"it broke"'),
      "error-without-code": expect.stringContaining("no code"),
      "broken-json": expect.stringContaining("not valid JSON"),
    });
    await expect(call({ shape: "null-error" })).resolves.toBe("fine");
    await expect(call({ shape: "extra-member" })).resolves.toBe("fine");
  });

  test("a reply nested a million levels deep fails its call and no other", async () => {
    const { call, client } = await openFixture("deep-json");
    const failure = await failureOf(call());
    expect(failure.message).toContain("nests deeper than 128 levels");
    await expect(client.listTools()).resolves.toMatchObject({ tools: [{ name: "go" }] });
  });

  test("keys named like prototypes change nothing", async () => {
    const { call } = await openFixture("proto-key");
    await expect(call()).resolves.toBe("ok");
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("a request of the server's under the id of a call leaves the call alone", async () => {
    const { call } = await openFixture("sampling-same-id");
    await expect(call()).resolves.toBe("unaffected");
  });

  test("progress in the same write as the reply is all delivered, before the reply", async () => {
    const { call } = await openFixture("progress-with-reply");
    for (let round = 0; round < 20; round += 1) {
      const seen: number[] = [];
      await expect(call({}, { onprogress: ({ progress }) => seen.push(progress) })).resolves.toBe("done");
      expect(seen).toEqual([1, 2, 3, 4]);
    }
  });

  test("a batch is delivered message by message", async () => {
    const { call } = await openFixture("batch-reply");
    const seen: number[] = [];
    await expect(call({}, { onprogress: ({ progress }) => seen.push(progress) })).resolves.toBe("batched");
    expect(seen).toEqual([1]);
  });

  test("a call with endless progress ends at its total timeout", async () => {
    const { call } = await openFixture("endless-progress");
    const options = {
      timeout: 200,
      resetTimeoutOnProgress: true,
      maxTotalTimeout: 500,
      onprogress: () => {},
    };
    await expect(failureOf(call({}, options))).resolves.toMatchObject({ code: "REQUEST_TIMEOUT" });
  });
});

describe("a server that dies", () => {
  test.each([
    ["code 3", [], "exited with code 3"],
    ["SIGSEGV", ["SIGSEGV"], "was ended by SIGSEGV"],
  ])(
    "with %s fails all calls within a second, with the reason and its last words, but not its secrets",
    async (_how, args, words) => {
      const env = { TOKEN: "canary-5f3a9c" };
      const { call, transport } = await openFixture("crash", { args, env });
      const started = performance.now();
      const failures = await Promise.all(Array.from({ length: 20 }, () => failureOf(call())));
      expect(performance.now() - started).toBeLessThan(1_000);
      expect(failures.every((failure) => "code" in failure && failure.code === "CONNECTION_CLOSED")).toBe(
        true,
      );
      const message = transport.closeReason?.message;
      expect(message).toContain(words);
      expect(message).toContain("20 requests");
      expect(message).toContain("fatal: cannot reach the database");
      expect(message).not.toContain("canary");
      expect(JSON.stringify(await transport.exit)).not.toContain("canary");
    },
  );

  test("in the middle of a reply fails the call at once", async () => {
    const { call, transport } = await openFixture("crash-partial");
    await expect(failureOf(call())).resolves.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(transport.closeReason?.message).toContain("exited with code 0 while 1 request waited");
  });

  test("right after its reply, without a line break, is still heard", async () => {
    const { call, transport } = await openFixture("reply-then-exit");
    await expect(call()).resolves.toBe("last words");
    await expect(transport.exit).resolves.toMatchObject({ code: 0, signal: null });
  });

  test("and leaves a process that holds its stdout is seen as dead all the same", async () => {
    const { call, transport } = await openFixture("orphan");
    const started = performance.now();
    await failureOf(call());
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(transport.closeReason?.message).toContain("exited with code 4");
    await transport.close();
    expect(leftovers()).toEqual([]);
  });

  test("its words cannot act on a terminal", async () => {
    const { call, transport } = await openFixture("stderr-escapes", { env: { TOKEN: "canary-5f3a9c" } });
    await failureOf(call());
    const message = transport.closeReason?.message ?? "";
    expect(message).toContain("red");
    // oxlint-disable-next-line no-control-regex
    expect(message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|canary/);
    expect(transport.stderr.rawTail().join("\n")).toContain("\u001B[31mred");
  });

  test("closing its stdout counts as death within a second", async () => {
    const { call, transport } = await openFixture("close-stdout");
    const started = performance.now();
    await failureOf(call());
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(transport.closeReason?.message).toContain("closed its stdout but did not exit");
  });

  test("sending to it afterwards fails with the reason", async () => {
    const { call, transport } = await openFixture("crash");
    await failureOf(call());
    await expect(transport.send({ jsonrpc: "2.0", method: "x" })).rejects.toBe(transport.closeReason);
  });
});

describe("a server that cannot start", () => {
  test("a program that does not exist", async () => {
    const failure = await failureOf(openServer({ command: "no-such-program-anywhere" }));
    expect(failure).toBeInstanceOf(TackleError);
    expect(failure).toMatchObject({
      code: "connection",
      message: expect.stringContaining("'no-such-program-anywhere' was not found"),
      hint: expect.stringContaining("PATH"),
    });
  });

  test("a folder that does not exist", async () => {
    const failure = await failureOf(openServer({ cwd: "/no/such/folder" }));
    expect(failure).toMatchObject({
      message: expect.stringContaining("its folder '/no/such/folder' does not exist"),
    });
  });

  test("a file that is not executable, a folder, and a script whose interpreter is missing", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tacklebox-"));
    try {
      const file = join(folder, "script");
      await writeFile(file, "#!/no/such/interpreter\n");
      const notExecutable = await failureOf(openServer({ command: file }));
      expect(notExecutable).toMatchObject({
        message: expect.stringContaining("not executable"),
        hint: `Run: chmod +x ${file}`,
      });
      await chmod(file, 0o755);
      expect((await failureOf(openServer({ command: file }))).message).toContain("the interpreter");
      expect((await failureOf(openServer({ command: folder }))).message).toContain("is a folder");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("arguments that no program can be given", async () => {
    const failure = await failureOf(openServer({ args: ["a\0b"] }));
    expect(failure).toMatchObject({
      code: "connection",
      message: expect.stringContaining("could not be started"),
    });
  });

  test("one that exits at once with code 0", async () => {
    const transport = createTransport({ args: [misbehaving("exit-at-once")] });
    await transport.start();
    await transport.exit;
    expect(transport.closeReason).toMatchObject({
      code: "connection",
      message: expect.stringContaining("exited with code 0 before it said anything"),
      hint: expect.stringContaining("subcommand"),
    });
  });

  test("one that exits while it is written to gives its exit as the reason, not the broken pipe", async () => {
    const transport = createTransport({ command: "false" });
    await transport.start();
    await transport.exit;
    await delay(50);
    const failure = await failureOf(transport.send({ jsonrpc: "2.0", id: 1, method: "ping" }));
    expect(failure.message).toContain("exited with code 1");
  });

  test("one that never answers is given up and leaves nothing", async () => {
    await expect(
      failureOf(openFixture("init-hang", { connectMs: 300, patience: QUICK })),
    ).resolves.toMatchObject({
      code: "REQUEST_TIMEOUT",
    });
  });

  test("one with a version that does not exist is refused", async () => {
    await expect(failureOf(openFixture("bad-version"))).resolves.toBeInstanceOf(Error);
  });
});

describe("what a server is given", () => {
  test("arguments arrive exactly, never through a shell", async () => {
    const args = ["$HOME", "`id`", "a b", "--x=;rm -rf /", "*", "é🎣", "%PATH%", "", '"', "-"];
    const lines: string[] = [];
    const transport = createTransport({
      args: ["-e", "process.stderr.write(JSON.stringify(process.argv.slice(1)))", "--", ...args],
      onStderr: (line) => lines.push(line),
    });
    await transport.start();
    await transport.exit;
    expect(JSON.parse(transport.stderr.rawTail().join(""))).toEqual(args);
    await expect.poll(() => lines).toHaveLength(1); // the pipe may be read to its end a moment later
  });

  test("nothing of our environment but a few harmless names", async () => {
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "canary")
      .stubEnv("NODE_OPTIONS", "")
      .stubEnv("HTTP_PROXY", "http://x");
    vi.stubEnv("LC_ALL", "C.UTF-8").stubEnv("TZ", "() { :; }; echo");
    const { client } = await openServer({ args: [wellBehaved("echo")], env: { DECLARED: "1" } });
    vi.unstubAllEnvs();
    const { content } = await client.callTool({ name: "environment" });
    const names = JSON.parse(content[0]?.type === "text" ? content[0].text : "[]") as string[];
    expect(names).toEqual(
      expect.arrayContaining(["PATH", "LC_ALL", "DECLARED", "TACKLEBOX_BOX", "TACKLEBOX_SERVER"]),
    );
    for (const name of ["AWS_SECRET_ACCESS_KEY", "NODE_OPTIONS", "HTTP_PROXY", "TZ"])
      expect(names).not.toContain(name);
  });

  test("one process, also when the era is probed", async () => {
    const { client } = await openServer({ args: [wellBehaved("echo")], mode: "auto" });
    expect(client.getProtocolEra()).toBe("modern");
    expect(leftovers()).toHaveLength(1);
    const legacy = await openFixture("hang", { mode: "auto" });
    expect(legacy.client.getProtocolEra()).toBe("legacy");
    expect(leftovers()).toHaveLength(2);
  });

  test("a thousand calls at once", async () => {
    const { client } = await openServer({ args: [wellBehaved("echo")] });
    const texts = Array.from({ length: 1_000 }, (_none, index) => `${index} ${"x".repeat(1_000)}`);
    const results = await Promise.all(
      texts.map((text) => client.callTool({ name: "echo", arguments: { text } })),
    );
    expect(results.map(({ content }) => content)).toEqual(texts.map((text) => [{ type: "text", text }]));
  });

  test("a server that does not read fails the call, and what waits for it is bounded", async () => {
    const { call, transport } = await openFixture("never-reads-stdin", {
      writeTimeoutMs: 300,
      patience: QUICK,
    });
    const started = performance.now();
    const text = "x".repeat(30 * 1024 * 1024);
    const failures = Promise.all([1, 2, 3].map(() => failureOf(call({ text }))));
    await delay(100);
    const notice = failureOf(transport.send({ jsonrpc: "2.0", method: "x" }));
    const codes = (await failures).map((failure) => (failure as TackleError).code).sort();
    expect(codes).toEqual(["CONNECTION_CLOSED", "CONNECTION_CLOSED", "busy"]);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await notice).toBe(transport.closeReason);
    expect(transport.closeReason).toMatchObject({
      code: "timeout",
      message: expect.stringContaining("unread"),
    });
  });

  test("a flood on stderr never blocks it, and only its end is kept", async () => {
    const lines: string[] = [];
    const { call, transport } = await openFixture("stderr-flood", { onStderr: (line) => lines.push(line) });
    await expect(call()).resolves.toBe("flooded");
    await until(() => transport.stderr.tail(1)[0] === "the very last line", 2_000, "the last line");
    expect(transport.stderr.totalBytes).toBeGreaterThan(100 * 1024 * 1024);
    expect(transport.stderr.tail()).toHaveLength(500);
    expect(lines.length).toBeLessThan(5_000);
  });
});

describe("stopping", () => {
  test("a well-behaved server is gone in a moment, and a second close waits for the same end", async () => {
    const { transport, client } = await openServer({ args: [wellBehaved("echo")] });
    const started = performance.now();
    const first = transport.close();
    expect(transport.close()).toBe(first);
    await Promise.all([first, client.close()]);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(leftovers()).toEqual([]);
    expect(transport.closeReason).toMatchObject({ code: "cancelled" });
  });

  test("calls in flight end when the stop begins, not when it is done", async () => {
    const { call, transport } = await openFixture("ignore-term", { patience: QUICK });
    const failure = failureOf(call({ wait: true }));
    await delay(50);
    const closing = transport.close();
    await expect(failure).resolves.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(leftovers()).toHaveLength(1);
    await closing;
    expect(leftovers()).toEqual([]);
  });

  test("one that ignores the end of input and SIGTERM is killed, and so is the shell around it", async () => {
    const script = `"${process.execPath}" "${misbehaving("ignore-term")}"; true`;
    const { transport } = await openServer({ command: "sh", args: ["-c", script], patience: QUICK });
    expect(leftovers()).toHaveLength(2);
    await transport.close();
    expect(leftovers()).toEqual([]);
    await expect(transport.exit).resolves.toMatchObject({ code: null });
  });

  test("what left the group with setsid is found and ended", async () => {
    const { transport, call } = await openFixture("orphan-setsid", { patience: QUICK });
    await call();
    expect(leftovers().length).toBeGreaterThanOrEqual(2);
    await transport.close();
    expect(leftovers()).toEqual([]);
  });

  test("a server behind npm is ended with all that is around it", async () => {
    const script = `"${process.execPath}" "${misbehaving("ignore-term")}"`;
    const args = ["exec", "--offline", "--no-update-notifier", "-c", script];
    const { transport } = await openServer({ command: "npm", args, patience: QUICK });
    expect(leftovers().length).toBeGreaterThanOrEqual(2);
    await transport.close();
    expect(leftovers()).toEqual([]);
  });

  test("in the middle of the start", async () => {
    const transport = createTransport({ args: [misbehaving("init-hang")], patience: QUICK });
    const starting = transport.start();
    await transport.close();
    await starting;
    expect(leftovers()).toEqual([]);
    await expect(transport.exit).resolves.toMatchObject({ signal: "SIGTERM" });
  });

  test("before the start makes the start fail", async () => {
    const transport = createTransport({});
    await transport.close();
    await expect(transport.start()).rejects.toMatchObject({ code: "cancelled" });
    await expect(transport.exit).resolves.toMatchObject({ code: null });
  });

  test("twenty at once", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => openFixture("hang")));
    expect(leftovers()).toHaveLength(20);
    await Promise.all(all.map(({ transport }) => transport.close()));
    expect(leftovers()).toEqual([]);
  });
});

describe("when we die ourselves", () => {
  test.each([
    ["SIGKILL", 10],
    ["SIGINT", 5],
    ["SIGTERM", 5],
  ] as const)("by %s, none of %i servers is left after five seconds", async (signal, servers) => {
    const host = await startHost("wait", servers);
    await host.ready;
    expect(processesWith(host.mark).length).toBeGreaterThan(servers * 2);
    host.process.kill(signal);
    await expect(host.isCleared(5_000)).resolves.toBe(true);
  });

  test("by process.exit, likewise", async () => {
    const host = await startHost("exit", 5);
    await expect(host.isCleared(5_000)).resolves.toBe(true);
  });

  test.each(["SIGKILL", "SIGINT"] as const)("by %s in the middle of the start, likewise", async (signal) => {
    const host = await startHost("wait", 10);
    await until(() => processesWith(host.mark).length > 5, 10_000, "the first servers started");
    host.process.kill(signal);
    await expect(host.isCleared(5_000)).resolves.toBe(true);
  });

  test("a watchdog that was killed is replaced and does its duty", async () => {
    const host = await startHost("wait", 3);
    const first = await host.ready;
    await delay(1_100);
    process.kill(first, "SIGKILL");
    await until(() => host.watchdogs().some((pid) => pid !== first), 2_000, "a new watchdog");
    host.process.kill("SIGKILL");
    await expect(host.isCleared(5_000)).resolves.toBe(true);
  });

  test("after a clean close nothing keeps us alive, and the watchdog goes too", async () => {
    const host = await startHost("close", 2);
    await expect(host.isCleared(5_000)).resolves.toBe(true);
    expect(host.process.exitCode).toBe(0);
  });
});

interface Host {
  readonly process: ChildProcess;
  /** The id that its servers carry in their environment and its watchdog on its command line. */
  readonly mark: string;
  /** Resolves to the pid of its watchdog. */
  readonly ready: Promise<number>;
  watchdogs(): number[];
  /** Whether, so many milliseconds after its end, nothing of it is left, not even the watchdog. */
  isCleared(milliseconds: number): Promise<boolean>;
}

async function startHost(what: "wait" | "exit" | "close", servers: number): Promise<Host> {
  const file = join(import.meta.dirname, "hosts", "many-servers.ts");
  const host = spawn(process.execPath, [file, what, String(servers)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(host, "exit");
  const marked = Promise.withResolvers<string>();
  const ready = Promise.withResolvers<number>();
  createInterface({ input: host.stdout }).on("line", (line) => {
    if (line.startsWith("ready ")) ready.resolve(Number(line.slice("ready ".length)));
    else marked.resolve(line);
  });
  const mark = await marked.promise;
  return {
    process: host,
    mark,
    ready: ready.promise,
    watchdogs: () => {
      const named = new Set(processesWith("tacklebox-watchdog"));
      return processesWith(mark).filter((pid) => named.has(pid));
    },
    isCleared: async (milliseconds) => {
      await exited;
      await until(() => processesWith(mark).length === 0, milliseconds, "all servers and the watchdog gone");
      return true;
    },
  };
}
