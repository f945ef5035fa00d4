/** What becomes of calls when the client of `tackle serve --stdio` closes its end, or is killed in the middle of one. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { end, startGateway } from "./gateway.ts";
import { initializeParams, type Reply } from "./raw-clients.ts";
import { Bench, TACKLE } from "./tackle.ts";

const SLOW = resolve(import.meta.dirname, "../servers/slow.ts");
const servers = {
  bash: { type: "inprocess", timeout: 100_000 },
  slow: { command: process.execPath, args: [SLOW] },
};
/** Less than a client that has hung up would be given if nobody could tell whether it reads. */
const SOON = { timeout: 8000, interval: 50 };
const PATIENCE = { timeout: 30_000, interval: 50 };

interface Place {
  readonly bench: Bench;
  readonly configFile: string;
}

async function place(how: "alone" | "attached"): Promise<Place> {
  if (how === "attached") {
    const gateway = await startGateway({ servers });
    onTestFinished(() => gateway.stop());
    return gateway;
  }
  const bench = new Bench();
  onTestFinished(() => bench.dispose());
  return { bench, configFile: bench.write("gateway.json", JSON.stringify({ mcpServers: servers })) };
}

function linesOf(name: string, args: Readonly<Record<string, unknown>>): string {
  return [
    { id: 0, method: "initialize", params: initializeParams },
    { id: 1, method: "tools/call", params: { name, arguments: args } },
  ]
    .map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
    .join("");
}

/** A command that writes down which process it is, and takes longer than anybody waits. */
function longCommand({ bench }: Place): { readonly lines: string; readonly pid: () => number | undefined } {
  const file = join(bench.project, "pid");
  const command = `echo $$ > '${file}.new'; mv '${file}.new' '${file}'; exec sleep 77`;
  return {
    lines: linesOf("mcp__bash__execute", { command, timeout: 90 }),
    pid: () => (existsSync(file) ? Number(readFileSync(file, "utf8")) : undefined),
  };
}

function isGone(pid: number | undefined): boolean {
  try {
    process.kill(pid ?? Number.NaN, 0);
    return false;
  } catch {
    return true;
  }
}

/** A client whose pipes are sockets, as those of Node are: it writes its lines and stays. */
const CLIENT = `
  const { spawn } = require("node:child_process");
  const [, tackle, configFile, lines] = process.argv;
  const child = spawn(process.execPath, [tackle, "serve", "--stdio", "--config", configFile]);
  child.stdout.resume();
  child.stdin.write(lines);
`;

describe.each(["alone", "attached"] as const)("%s, a client that", (how) => {
  it("is killed takes its command with it", async () => {
    const where = await place(how);
    const { lines, pid } = longCommand(where);
    const { project, home } = where.bench;
    const client = spawn(process.execPath, ["-e", CLIENT, TACKLE, where.configFile, lines], {
      cwd: project,
      env: { PATH: process.env["PATH"], HOME: home },
    });
    const ended = once(client, "exit");
    await vi.waitUntil(() => pid() !== undefined, PATIENCE);
    client.kill("SIGKILL");
    await ended;
    await expect.poll(() => isGone(pid()), SOON).toBe(true);
  });

  it.runIf(process.platform === "linux")(
    "closes plain pipes takes its command with it, though whoever started us lives on",
    async () => {
      const where = await place(how);
      const { bench, configFile } = where;
      const { lines, pid } = longCommand(where);
      const [input, output] = [join(bench.project, "in"), join(bench.project, "out")];
      execFileSync("mkfifo", [input, output]);
      // Opened for both first: a pipe that is opened for one way waits for somebody at its other end.
      const [inputBoth, outputBoth] = [openSync(input, "r+"), openSync(output, "r+")];
      const ends = { input: openSync(input, "r"), output: openSync(output, "w") };
      const child = spawn(process.execPath, [TACKLE, "serve", "--stdio", "--config", configFile], {
        cwd: bench.project,
        env: { PATH: process.env["PATH"], HOME: bench.home },
        stdio: [ends.input, ends.output, "ignore"],
      });
      onTestFinished(() => end(child));
      closeSync(ends.input);
      closeSync(ends.output);
      writeSync(inputBoth, lines);
      await vi.waitUntil(() => pid() !== undefined, PATIENCE);
      const ended = once(child, "exit");
      closeSync(inputBoth);
      closeSync(outputBoth);
      await expect.poll(() => isGone(pid()), SOON).toBe(true);
      await ended;
    },
  );

  it.each([
    ["plain pipes", "printf %s \"$1\" | '$NODE' '$TACKLE' serve --stdio --config \"$2\" | cat"],
    ["a file", "printf %s \"$1\" | '$NODE' '$TACKLE' serve --stdio --config \"$2\" > out; cat out"],
  ])("closes its end and reads on is answered, however long it takes, over %s", async (_what, script) => {
    const { bench, configFile } = await place(how);
    const lines = linesOf("mcp__slow__slow", { milliseconds: 4000 });
    const command = script.replace("$NODE", process.execPath).replace("$TACKLE", TACKLE);
    const shell = spawn("sh", ["-c", command, "sh", lines, configFile], {
      cwd: bench.project,
      env: { PATH: process.env["PATH"], HOME: bench.home },
    });
    let stdout = "";
    shell.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    await once(shell, "close");
    expect(lastOf(stdout)).toMatchObject({ id: 1, result: { content: [{ text: "Waited 4000 ms." }] } });
  });

  it("closes its end and reads on is answered over sockets, too", async () => {
    const { bench, configFile } = await place(how);
    const run = await bench.run(["serve", "--stdio", "--config", configFile], {
      stdin: linesOf("mcp__slow__slow", { milliseconds: 4000 }),
    });
    expect(lastOf(run.stdout)).toMatchObject({ id: 1, result: { content: [{ text: "Waited 4000 ms." }] } });
    expect(run.code).toBe(0);
  });
});

function lastOf(text: string): Reply {
  return JSON.parse(text.trimEnd().split("\n").at(-1) ?? "") as Reply;
}
