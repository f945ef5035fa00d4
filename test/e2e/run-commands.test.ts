import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Bench, TACKLE } from "./tackle.ts";

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
afterEach(() => bench.dispose());

const ECHO = resolve(import.meta.dirname, "../servers/echo.ts");
const logFile = (): string => join(bench.home, ".local/state/tacklebox/logs/servers/a.log");

describe("status and test", () => {
  it("warn of a missing variable when the server is started, and list does not", async () => {
    await bench.run(["add", "a", "-e", "X=${NOT_SET}", "--", process.execPath, ECHO]);
    for (const args of [["status"], ["test", "a"]]) {
      const { stderr } = await bench.run(args);
      expect(stderr.match(/Variable NOT_SET/g)).toHaveLength(1);
    }
    expect((await bench.run(["list"])).stderr).toBe("");
  });

  it("give reason and next step on lines of their own, once", async () => {
    await bench.run(["add", "a", "--", "no-such-program"]);
    const { stderr } = await bench.run(["status"]);
    expect(stderr).toMatch(/^Server 'a' could not be started: .*\n {2}\S.*\n$/);
    const { stderr: quiet, json } = await bench.run(["status", "--json"]);
    expect(quiet).toBe("");
    expect(json).toMatchObject([{ name: "a", state: "failed", reason: expect.any(String) }]);
  });

  it("say how to switch a disabled server on", async () => {
    await bench.run(["add", "a", "--disabled", "--", "x"]);
    const { json } = await bench.run(["test", "a", "--json"]);
    expect(json).toMatchObject({
      ok: false,
      state: "disabled",
      hint: expect.stringContaining("tackle enable a"),
    });
  });

  it("show the last words of a server once, however often it was started", async () => {
    await bench.run(["add", "a", "--", "sh", "-c", "echo one >&2; echo two >&2; exit 3"]);
    const { stdout, json } = await bench.run(["test", "a"]);
    expect(json).toBeUndefined();
    expect(stdout.match(/^ +one$/gm)).toHaveLength(1);
    expect((await bench.run(["test", "a", "--json"])).json).toMatchObject({ stderr: ["one", "two"] });
  });
});

describe("trust", () => {
  it("says why it does not ask about a server that was named", async () => {
    bench.write(".mcp.json", `{"mcpServers": {"p": {"command": "x"}, "bad": {}}}`);
    await bench.run(["add", "mine", "--", "x"]);
    expect((await bench.run(["trust", "mine"])).stderr).toContain("'mine' needs no approval");
    expect((await bench.run(["trust", "bad"])).stderr).toContain("'bad' cannot be approved");
    const yes = await bench.run(["trust", "p", "--yes"]);
    expect(yes.stderr).toMatch(/runs +x/);
    expect(yes.stdout).toBe("Approved: p\n");
    expect((await bench.run(["trust", "p"])).stderr).toContain("'p' is approved already");
  });
});

/** Runs a command on a terminal of its own and types each answer when its prompt is there. */
async function onTerminal(args: string, dialogue: readonly (readonly [prompt: string, typed: string])[]) {
  const line = `'${process.execPath}' '${TACKLE}' ${args}`;
  const env = { PATH: process.env["PATH"], HOME: bench.home, TERM: "dumb" };
  const child = spawn("script", ["-qec", line, "/dev/null"], { cwd: bench.project, env });
  let shown = "";
  child.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once("close", done));
  for (const [prompt, typed] of dialogue) {
    await expect.poll(() => shown, { timeout: 10_000 }).toContain(prompt);
    shown = shown.slice(shown.indexOf(prompt) + prompt.length);
    child.stdin.write(typed);
  }
  return { code: await ended, shown };
}

describe.skipIf(spawnSync("script", ["--version"]).status !== 0)("on a terminal", () => {
  const trusted = async (): Promise<unknown> =>
    ((await bench.run(["list", "--json"])).json as { name: string; trusted: boolean }[]).flatMap((server) =>
      server.trusted ? [server.name] : [],
    );

  beforeEach(() => {
    bench.write(".mcp.json", `{"mcpServers": {"a": {"command": "x"}, "b": {"url": "https://x/mcp"}}}`);
  });

  it("trust keeps what was approved before Ctrl-C", async () => {
    const { code, shown } = await onTerminal("trust", [
      ["run on your machine? [y/N] ", "y\r"],
      ["connect to this address? [y/N] ", "\u0003"],
    ]);
    expect(code).toBe(130);
    expect(shown).toContain("Cancelled");
    expect(await trusted()).toEqual(["a"]);
  });

  it("trust takes the end of input for no, and says what still waits", async () => {
    const { code, shown } = await onTerminal("trust", [["run on your machine? [y/N] ", "\u0004"]]);
    expect(code).toBe(1);
    expect(shown).toContain("Still waiting for approval: a, b");
    expect(await trusted()).toEqual([]);
  });

  it("a first Ctrl-C says that the servers are being stopped", async () => {
    await bench.run(["add", "slow", "--", process.execPath, "-e", "process.stdin.resume()"]);
    const { code, shown } = await onTerminal("test slow", [["starting slow…", "\u0003"]]);
    expect(code).toBe(130);
    expect(shown).toContain("a second Ctrl-C ends at once");
  });
});

describe("logs", () => {
  const line = (message: string, rest: object = {}): string =>
    `${JSON.stringify({ time: "2026-01-01T00:00:00.000Z", level: "info", message, ...rest })}\n`;

  beforeEach(async () => {
    await bench.run(["add", "a", "--", "x"]);
    mkdirSync(join(bench.home, ".local/state/tacklebox/logs/servers"), { recursive: true });
  });

  it("tell the server's words from ours, and survive lines that are none", async () => {
    writeFileSync(
      logFile(),
      `${line("hello", { from: "stderr" })}null\n[1]\n{"time": 5}\n{torn\n${line("is failed", { reason: "one\ntwo" })}`,
    );
    const { json } = await bench.run(["logs", "a", "--json"]);
    expect(json).toMatchObject([
      { from: "stderr", message: "hello" },
      { from: "tackle", message: "is failed", reason: "one\ntwo" },
    ]);
    expect((await bench.run(["logs", "a"])).stdout).toMatch(
      /info +stderr +hello\n.*info +tackle +is failed: one\n +two\n$/,
    );
  });

  it("go back into the rotated files when more lines are wanted", async () => {
    writeFileSync(`${logFile()}.1`, line("old 1") + line("old 2"));
    writeFileSync(logFile(), line("new"));
    expect((await bench.run(["logs", "a", "-n", "2", "--json"])).json).toMatchObject([
      { message: "old 2" },
      { message: "new" },
    ]);
  });

  it("follow the file, over its rotation, until they are interrupted", async () => {
    writeFileSync(logFile(), line("first"));
    const child = bench.start(["logs", "a", "-f"]);
    let shown = "";
    child.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()));
    const ended = new Promise((done) => child.once("close", done));
    await expect.poll(() => shown, { timeout: 5000 }).toContain("first");
    appendFileSync(logFile(), line("second"));
    await expect.poll(() => shown, { timeout: 5000 }).toContain("second");
    renameSync(logFile(), `${logFile()}.1`);
    writeFileSync(logFile(), line("third, in a longer file than before") + line("fourth"));
    await expect.poll(() => shown, { timeout: 5000 }).toContain("fourth");
    expect(shown.match(/third/g)).toHaveLength(1);
    child.kill("SIGINT");
    expect(await ended).toBe(130);
  });
});

describe("Ctrl-C in the middle of a start", () => {
  it("ends with 130 and one JSON value, and leaves no process behind", async () => {
    const mark = `sleep 98${process.pid}`;
    await bench.run(["add", "hang", "--", "sh", "-c", `${mark}; true`]);
    const child = bench.start(["test", "hang", "--json"]);
    let stdout = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stdin.end();
    while (!isRunning(mark)) await delay(20);
    const ended = once(child, "exit");
    child.kill("SIGINT");
    expect((await ended)[0]).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "cancelled" } });
    expect(isRunning(mark)).toBe(false);
  });
});

/** Whether a process with this in its command line is alive. */
function isRunning(mark: string): boolean {
  return readdirSync("/proc").some((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      const words = readFileSync(`/proc/${entry}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      return words === mark;
    } catch {
      return false; // it ended while we looked
    }
  });
}
