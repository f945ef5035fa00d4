/**
 * Real servers from npm: where their programs are, how they are driven through `tackle` and through `Upstreams`, and a
 * check that none of their processes is left. They run offline: whatever they talk to is on the loopback interface.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import type { JsonObject, ServerDefinition } from "../../src/types.ts";
import { Upstreams } from "../../src/upstream/upstreams.ts";
import { processesWith } from "../faults/stdio-harness.ts";
import { programOf } from "./real-server-list.ts";
import { Bench, type Outcome } from "./tackle.ts";

export { programOf, REAL_SERVERS, ROOT } from "./real-server-list.ts";

/** Runs the work with a home folder of its own, and fails when a process that was started there is left. */
export async function onBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = new Bench();
  try {
    await work(bench);
    expect(processesOf(bench).map(commandLine), "processes left behind").toEqual([]);
  } finally {
    for (const pid of processesOf(bench)) process.kill(pid, "SIGKILL"); // only after a failure
    bench.dispose();
  }
}

/** The processes that have the bench's home folder in their environment or command line. */
export function processesOf({ home }: Bench): number[] {
  return processesWith(Buffer.from(home).toString("latin1")); // as /proc is read
}

/** What a process was started with; empty once it is gone. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}

export function environmentOf({ home }: Bench): Record<string, string> {
  return { HOME: home, TMPDIR: home, PATH: process.env["PATH"] ?? "" };
}

/** `tackle add` with these words after the name; fails when it fails. */
export async function add(bench: Bench, name: string, ...words: readonly string[]): Promise<void> {
  const { code, stderr } = await bench.run(["add", name, ...words]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
}

/** `tackle test NAME --json`. */
export function test(bench: Bench, name: string): Promise<Outcome> {
  return bench.run(["test", name, "--json"], { env: environmentOf(bench) });
}

export type Call = (
  tool: string,
  args: JsonObject,
  onProgress?: (progress: JsonObject) => void,
) => Promise<unknown>;

/** Starts a server that `tackle add` wrote, in this process, lets the work call its tools, and stops it. */
export async function calling(
  bench: Bench,
  name: string,
  work: (call: Call, upstreams: Upstreams) => Promise<void>,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const env = { ...environmentOf(bench), ...variables };
  const configured = (await loadConfig({ env, cwd: bench.project })).servers.get(name);
  if (configured?.status !== "valid") throw new Error(`'${name}' is not a valid server`);
  const upstreams = new Upstreams({ clientVersion: "0", inProcess: new Map(), redact: (text) => text });
  try {
    await upstreams.apply([{ kind: "run", definition: atHome(configured.definition, bench) }]);
    expect(upstreams.status()).toEqual([
      expect.objectContaining({ name, state: "ready", reason: undefined }),
    ]);
    await work(async (tool, args, onProgress) => {
      const options = { timeoutMs: 20_000, tool, ...(onProgress === undefined ? undefined : { onProgress }) };
      return upstreams.get(name).send("tools/call", { name: tool, arguments: args }, options);
    }, upstreams);
  } finally {
    await upstreams.stop();
  }
}

/** A server started from here would inherit our own home; it gets the bench's. */
function atHome(definition: ServerDefinition, bench: Bench): ServerDefinition {
  if (definition.type !== "stdio") return definition;
  return { ...definition, env: { ...environmentOf(bench), ...definition.env } };
}

/** The text of a result that must not be an error. */
export function textOf(result: unknown): string {
  const { content, isError } = result as { content?: { type: string; text?: string }[]; isError?: boolean };
  const text = (content ?? []).map((block) => block.text ?? `[${block.type}]`).join("\n");
  expect(isError === true ? text : undefined, "the tool failed").toBeUndefined();
  return text;
}

/** Runs server-everything as an HTTP server on a free port while the work is done; the work is given its origin. */
export async function servingEverything(
  bench: Bench,
  mode: "sse" | "streamableHttp",
  work: (origin: string) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const [command, file] = programOf("@modelcontextprotocol/server-everything");
  const child = spawn(command, [file, mode], {
    env: { ...environmentOf(bench), PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  try {
    for await (const line of createInterface(child.stderr)) if (line.includes(`on port ${port}`)) break;
    await work(`http://127.0.0.1:${port}`);
  } finally {
    child.kill("SIGKILL");
    await exited;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
