/** Opens fixture servers through the real transport and the SDK's client, and finds what they leave behind. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client, type CallToolResult, type RequestOptions } from "@modelcontextprotocol/client";
import {
  StdioTransport,
  type StdioTransportOptions,
} from "../../src/upstream/transports/stdio/stdio-transport.ts";

const SERVERS = join(import.meta.dirname, "..", "servers");

export interface OpenServer {
  readonly client: Client;
  readonly transport: StdioTransport;
  /** The text of the answer of the tool `go`. */
  readonly call: (args?: Record<string, unknown>, options?: RequestOptions) => Promise<string>;
}

type Options = Partial<StdioTransportOptions> & {
  readonly mode?: "legacy" | "auto";
  readonly connectMs?: number;
};

const open = new Set<StdioTransport>();

export function misbehaving(name: string): string {
  return join(SERVERS, "misbehaving", `${name}.ts`);
}

export function wellBehaved(name: string): string {
  return join(SERVERS, `${name}.ts`);
}

/** Connects to a misbehaving fixture, `args` being its arguments. */
export function openFixture(name: string, options: Options = {}): Promise<OpenServer> {
  const { args = [], ...rest } = options;
  return openServer({ ...rest, server: name, args: [misbehaving(name), ...args] });
}

export async function openServer(options: Options): Promise<OpenServer> {
  const { mode = "legacy", connectMs = 20_000, ...rest } = options;
  const transport = createTransport(rest);
  const client = new Client({ name: "faults", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(transport, { timeout: connectMs });
  return { client, transport, call: (args, requestOptions) => callGo(client, args, requestOptions) };
}

export function createTransport(options: Partial<StdioTransportOptions>): StdioTransport {
  const transport = new StdioTransport({ server: "test", command: process.execPath, ...options });
  open.add(transport);
  return transport;
}

export async function closeAll(): Promise<void> {
  await Promise.all([...open].map((transport) => transport.close()));
  open.clear();
}

async function callGo(
  client: Client,
  args: Record<string, unknown> = {},
  options?: RequestOptions,
): Promise<string> {
  const result: CallToolResult = await client.callTool({ name: "go", arguments: args }, options);
  const [first] = result.content;
  return first?.type === "text" ? first.text : JSON.stringify(result);
}

/** What a promise rejected with; fails when it did not. */
export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("expected a failure");
}

/** The processes whose environment or command line holds the text; not the dead that wait to be collected. */
export function processesWith(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const files = ["environ", "cmdline"].map((file) => readFileSync(`/proc/${pid}/${file}`, "latin1"));
        return files.some((content) => content.includes(text));
      } catch {
        // Gone in the meantime, or not ours.
        return false;
      }
    })
    .map(Number);
}

/** Waits until the condition holds; fails loudly after the time. */
export async function until(condition: () => boolean, milliseconds: number, what: string): Promise<void> {
  for (const deadline = performance.now() + milliseconds; !condition();) {
    if (performance.now() > deadline) throw new Error(`still not after ${milliseconds} ms: ${what}`);
    await delay(20);
  }
}
