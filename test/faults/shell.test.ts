/** What commands do to whoever runs them. After each test, nothing that it started may still run. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createBox } from "../../src/index.ts";
import { createBashServer } from "../../src/servers/bash/bash-server.ts";
import { openServer, textOf } from "../../src/servers/fixtures/open-server.ts";
import { failureOf, processesWith, until } from "./stdio-harness.ts";

let folder = "";
let canary = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tackle-shell-"));
  canary = `canary-${process.pid}-${Math.random().toString(36).slice(2)}`;
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await until(() => processesWith(canary).length === 0, 5_000, "no process left behind");
});

/** Elsewhere only the process group can be found. */
const isLinux = process.platform === "linux";

async function open() {
  // Every command carries the canary in its environment, so that what it leaves can be found.
  const { data, failure, call, client } = await openServer(
    createBashServer({ cwd: folder, env: { CANARY: canary } }),
  );
  return {
    client,
    failure,
    call,
    run: (command: string, more: object = {}) => data("execute", { command, ...more }),
    /** What is known of a command that ran out of time. */
    overdue: async (command: string, timeout = 0.5): Promise<Record<string, unknown>> => {
      const result = await call("execute", { command, timeout });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/^Timed out\n/);
      return result.structuredContent as Record<string, unknown>;
    },
  };
}

describe("a command that does not end", () => {
  test("is ended with all it started when its time is over, and what it said is kept", async () => {
    const { overdue } = await open();
    const output = await overdue("echo early; (sleep 300; :) & sleep 300; :");
    expect(output).toMatchObject({ timed_out: true, success: false, exit_code: null, stdout: "early\n" });
    expect(processesWith(canary)).toEqual([]);
  });

  test.each([
    ["ignores SIGTERM", `trap '' TERM; while :; do sleep 1; done`],
    [
      "ignores every signal that can be ignored",
      `trap '' TERM INT HUP QUIT USR1; (while :; do sleep 1; done) & wait; wait; sleep 300; :`,
    ],
    ["starts another whenever one is ended", `trap 'sleep 300 &' TERM; while :; do sleep 300 & wait; done`],
    ["is stopped and does not take signals", "kill -STOP $$; :"],
    ["has stopped children", "sh -c 'kill -STOP $$; :' & wait"],
  ])("is killed when it %s", async (_what, command) => {
    const { overdue } = await open();
    expect(await overdue(command)).toMatchObject({ timed_out: true });
    expect(processesWith(canary)).toEqual([]);
  });

  test.runIf(isLinux).each([
    ["with setsid", "setsid sleep 300 & sleep 300; :"],
    ["with a double fork", "(setsid sh -c 'sleep 300 & exit' &); sleep 300; :"],
    [
      "with setsid, ignoring SIGTERM",
      `setsid sh -c 'trap "" TERM; while :; do sleep 1; done' & sleep 300; :`,
    ],
    ["without its environment", `env -i PATH="$PATH" setsid sh -c "sleep 300; : $CANARY"; :`],
    [
      "behind a shell without its environment",
      `sh -c 'env -i PATH="$PATH" setsid sh -c "sleep 300; : $CANARY"; :'; :`,
    ],
  ])("is ended although it left its group %s", async (_what, command) => {
    const { overdue } = await open();
    await overdue(command);
    expect(processesWith(canary)).toEqual([]);
  });

  test("multiplies within its group and is ended all the same", async () => {
    const { overdue } = await open();
    // Each process is replaced by its child at once; twenty lines of them, so that the machine stays usable.
    const chain = `next() { bash -c "$(declare -f next); next" & exit; }; for i in $(seq 20); do (next) & done; sleep 300; :`;
    await overdue(chain, 1);
    expect(processesWith(canary)).toEqual([]);
  });
});

describe("a command that leaves something behind", () => {
  test.runIf(isLinux).each([
    ["in the background", "sleep 300 >/dev/null 2>&1 & echo done"],
    ["in the background, holding the output", "sleep 300 & echo done"],
    ["with nohup", "nohup sleep 300 >/dev/null 2>&1 & echo done"],
    ["in a session of its own", "setsid sleep 300 >/dev/null 2>&1 & echo done"],
    [
      "as a daemon: two forks and a session",
      "(setsid sh -c 'sleep 300 & exit' >/dev/null 2>&1 &); echo done; sleep 0.2",
    ],
    ["that ignores SIGTERM", `sh -c 'trap "" TERM; while :; do sleep 300; done' & echo done; sleep 0.2`],
  ])("returns at once, says what was left and ends it: %s", async (_what, command) => {
    const { call } = await open();
    const result = await call("execute", { command });
    expect(result.structuredContent).toMatchObject({
      success: true,
      stdout: "done\n",
      left_behind: expect.arrayContaining([
        { pid: expect.any(Number), command: expect.stringContaining("sleep 300") },
      ]),
    });
    expect(textOf(result)).toContain("left processes behind");
    expect(textOf(result)).toMatch(/Left behind: \d+ .*sleep 300/);
    expect(processesWith(canary)).toEqual([]);
  });

  test("may have children that finish by themselves just after it", async () => {
    const { run } = await open();
    const output = await run("exec > >(sleep 0.1; cat); echo late");
    expect(output).toMatchObject({ stdout: "late\n", left_behind: [] });
  });

  test.runIf(isLinux)(
    "cannot keep the call open through its output, even where nobody can find who holds it",
    async () => {
      const { run } = await open();
      const output = await run(
        `(env -i PATH="$PATH" setsid sh -c 'echo $$ > pid; exec sleep 300' &); until [ -s pid ]; do :; done; echo done`,
      );
      // Gone from the group, from the family and from the environment: only a sandbox could hold it.
      process.kill(Number(readFileSync(join(folder, "pid"), "utf8")), "SIGKILL");
      expect(output).toMatchObject({
        stdout: "done\n",
        notes: [expect.stringContaining("still holds its output")],
      });
    },
  );
});

describe("what a command writes", () => {
  test("without end is cut to head and tail, counted, and costs neither memory nor the time of others", async () => {
    const { run, overdue } = await open();
    const before = process.memoryUsage().rss;
    const state = { isFlooding: true };
    const flood = overdue("echo first; yes | tee /dev/stderr", 3).finally(() => (state.isFlooding = false));
    for (let asked = 0; asked < 20; asked++) expect(await run("echo")).toMatchObject({ stdout: "\n" });
    expect(state.isFlooding).toBe(true);
    const output = await flood;
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    expect(output["stdout"]).toMatch(/^first\ny\n/);
    expect(output["stdout_bytes_cut"]).toBeGreaterThan(1_000_000);
    expect(output["stderr_bytes_cut"]).toBeGreaterThan(1_000_000);
    expect(String(output["stdout"]).length).toBeLessThan(100 * 1024);
    const counted = await run("head -c 5000000 /dev/zero | tr '\\0' x; echo; echo last");
    expect(counted["stdout"]).toMatch(
      new RegExp(`^x+\\n\\[… ${Number(counted["stdout_bytes_cut"])} bytes cut …\\]\\nx+\\nlast\\n$`),
    );
    expect(Number(counted["stdout_bytes_cut"]) + 2 * 48 * 1024).toBe(5_000_006);
  });

  test("is data: escapes stay, bytes that are no text are replaced, and nothing is lost around them", async () => {
    const { run } = await open();
    const output = await run(String.raw`printf '\033[31mred\033]0;title\007\0 \xff\xc3 \xe2\x82\xac end'`);
    expect(output["stdout"]).toBe("\u001b[31mred\u001b]0;title\u0007\0 \uFFFD\uFFFD € end");
  });

  test("can be sent to /dev/stdout and /dev/stderr by name", async () => {
    const { run } = await open();
    expect(await run("echo a > /dev/stderr; echo b | tee /dev/stderr >/dev/stdout")).toMatchObject({
      stdout: "b\n",
      stderr: "a\nb\n",
    });
  });
});

describe("a command that waits for a person", () => {
  test.each([
    ["on its input", 'read line; echo "[$line]"', { stdout: "[]\n" }],
    ["on its input, all of it", "cat; echo end", { stdout: "end\n" }],
    ["on its terminal", "read line < /dev/tty || echo none", { stdout: "none\n" }],
    [
      "as git does for a password",
      "git -c credential.helper= ls-remote http://127.0.0.1:1/x.git",
      { success: false },
    ],
    ["in a pager", "git --paginate --version && echo end", { stdout: expect.stringContaining("end") }],
  ])("fails quickly: %s", async (_what, command, expected) => {
    const { run } = await open();
    expect(await run(command, { timeout: 20 })).toMatchObject({ timed_out: false, ...expected });
  });
});

describe("a caller that goes away", () => {
  const STUBBORN = `trap '' TERM; echo > started; (setsid sleep 300 &); while :; do sleep 1; done`;

  test("by cancelling: the tree is ended", async () => {
    const { call } = await open();
    const controller = new AbortController();
    const running = call("execute", { command: STUBBORN, timeout: 100 }, { signal: controller.signal });
    const failed = failureOf(running);
    await until(() => existsSync(join(folder, "started")), 5_000, "started");
    controller.abort();
    expect((await failed).message).toMatch(/abort|closed|cancel/i);
    await until(() => processesWith(canary).length === 0, 3_000, "the tree is gone");
  });

  test("by hanging up: the tree is ended", async () => {
    const { call, client } = await open();
    const failed = failureOf(call("execute", { command: STUBBORN, timeout: 100 }));
    await until(() => existsSync(join(folder, "started")), 5_000, "started");
    await client.close();
    expect((await failed).message).toMatch(/abort|closed|cancel/i);
    await until(() => processesWith(canary).length === 0, 3_000, "the tree is gone");
  });

  test("by being killed: the watchdog ends the tree", async () => {
    const file = join(import.meta.dirname, "hosts", "run-command.ts");
    const command = `CANARY=${canary}; export CANARY; ${STUBBORN}`;
    const host = spawn(process.execPath, [file, command], { cwd: folder, stdio: "inherit" });
    await until(() => existsSync(join(folder, "started")), 20_000, "started");
    host.kill("SIGKILL");
    await once(host, "exit");
    await until(() => processesWith(canary).length === 0, 5_000, "the tree is gone");
    expect(processesWith(canary)).toEqual([]);
  });

  test("before the command began: nothing is started", async () => {
    const { call } = await open();
    const signal = AbortSignal.abort();
    await expect(call("execute", { command: "echo > started" }, { signal })).rejects.toThrow(
      /abort|closed|cancel/i,
    );
    expect(existsSync(join(folder, "started"))).toBe(false);
  });
});

describe("in a box", () => {
  test("a call that runs into the box's own time limit ends the tree, and others go on", async () => {
    const box = await createBox({
      mcpServers: { bash: { type: "inprocess" }, echo: { type: "inprocess" } },
      env: { HOME: folder, PATH: process.env["PATH"] },
    });
    await box.start();
    try {
      const slow = box.call(
        "bash::execute",
        { command: `CANARY=${canary} sleep 300; :`, timeout: 100 },
        { timeoutMs: 500 },
      );
      const [late, quick] = await Promise.all([slow, box.call("echo::echo", { text: "hi" })]);
      expect(quick).toMatchObject({ success: true, output: "hi" });
      expect(late).toMatchObject({ success: false, outcome: "timeout", server: "bash", tool: "execute" });
      await until(() => processesWith(canary).length === 0, 3_000, "the tree is gone");
      expect(await box.call("bash::execute", { command: "echo $((6*7))" })).toMatchObject({
        success: true,
        output: "Exit code 0\n\nstdout:\n42\n",
        data: { exit_code: 0, stdout: "42\n" },
      });
    } finally {
      await box.stop();
    }
  });
});
