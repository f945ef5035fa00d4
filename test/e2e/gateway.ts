/** A running `tackle serve`: a process of its own with a home of its own, on a free port; and clients' programs beside it. */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { ChildProcess } from "node:child_process";
import { Bench } from "./tackle.ts";

export interface GatewayOptions {
  /** Servers by name, as in a configuration file. */
  readonly servers: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** More arguments of `tackle serve`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Gateway {
  /** The endpoint with everything, `http://127.0.0.1:<port>/mcp`. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Its home and its project; who runs `tackle` there finds it. */
  readonly bench: Bench;
  readonly configFile: string;
  /** The endpoint of one server alone. */
  endpoint(server: string): string;
  /** The process, for tests that end it themselves. */
  readonly child: ChildProcess;
  /** What it has written for people so far. */
  stderr(): string;
  stop(): Promise<void>;
}

/** Long, because a machine that runs several test files at once is slow; never reached where all is well. */
const START_MS = 30_000;
const STOP_MS = 15_000;

export async function startGateway({
  servers,
  settings = {},
  args = [],
  env = {},
}: GatewayOptions): Promise<Gateway> {
  const bench = new Bench();
  const configFile = bench.write("gateway.json", JSON.stringify({ mcpServers: servers, settings }));
  const child = bench.start(["serve", "--port", "0", "--json", "--config", configFile, ...args], { env });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  try {
    const { url, port, pid } = await readAnnouncement(child, () => stderr);
    return {
      url,
      port,
      pid,
      bench,
      configFile,
      child,
      endpoint: (server) => `http://127.0.0.1:${port}/servers/${server}/mcp`,
      stderr: () => stderr,
      async stop() {
        await end(child);
        bench.dispose();
      },
    };
  } catch (error) {
    child.kill("SIGKILL");
    bench.dispose();
    throw error;
  }
}

/** A new token that the running gateway knows of. */
export async function createToken({ bench, url }: Gateway, name: string): Promise<string> {
  const { stdout, stderr, code } = await bench.run(["token", "create", name]);
  if (code !== 0) throw new Error(stderr);
  const token = stdout.trim();
  const knock = (): Promise<Response> => fetch(url, { headers: { authorization: `Bearer ${token}` } });
  while ((await knock()).status === 401) await delay(20);
  return token;
}

/** Asks a process to end, and makes it end when it does not; resolves when it has. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const impatience = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(impatience);
  if (child.signalCode === "SIGKILL") throw new Error("The gateway did not end when it was asked to");
}

interface Announcement {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
}

async function readAnnouncement(
  child: ReturnType<Bench["start"]>,
  stderr: () => string,
): Promise<Announcement> {
  const lines = createInterface(child.stdout);
  const ended = new AbortController();
  child.once("exit", () => ended.abort());
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(START_MS)]);
  try {
    const [line] = (await once(lines, "line", { signal })) as [string];
    return JSON.parse(line) as Announcement;
  } catch (cause) {
    throw new Error(`tackle serve did not start:\n${stderr()}`, { cause });
  }
}
