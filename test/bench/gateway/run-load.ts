/** So many calls at once for so long, each after the other's answer, and what that took. */
import { performance } from "node:perf_hooks";
import { cpuMilliseconds, machineMilliseconds } from "./process-tree.ts";
import type { Running } from "./running.ts";

export interface Load {
  readonly tool: "echo" | "blob";
  readonly atOnce: number;
  readonly milliseconds: number;
}

export interface Measurement {
  readonly calls: number;
  readonly callsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of the gateway's processor time for each call; not a number where there is no gateway. */
  readonly cpuPerCall: number;
  /** The same of the load generator, to see that it is not what is measured. */
  readonly loadCpuPerCall: number;
  /** The share of the machine's processor time that programs took which have nothing to do with it, from 0 to 1. */
  readonly disturbance: number;
}

export const BLOB_BYTES = 1024 * 1024;

export async function runLoad(running: Running, { tool, atOnce, milliseconds }: Load): Promise<Measurement> {
  const call = tool === "echo" ? callEcho(running) : callBlob(running);
  const times: number[] = [];
  const before = readCosts(running);
  const start = performance.now();
  const caller = async () => {
    for (let begin = performance.now(); begin < start + milliseconds; begin = performance.now()) {
      await call();
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  const elapsed = performance.now() - start;
  const after = readCosts(running);
  const spent = (what: keyof Costs) => after[what] - before[what];
  const sorted = times.toSorted((a, b) => a - b);
  return {
    calls: times.length,
    callsPerSecond: times.length / (elapsed / 1000),
    p50: sorted[Math.floor(times.length * 0.5)] ?? Number.NaN,
    p99: sorted[Math.floor(times.length * 0.99)] ?? Number.NaN,
    cpuPerCall: running.gatewayPids.length === 0 ? Number.NaN : spent("gateway") / times.length,
    loadCpuPerCall: spent("generator") / times.length,
    disturbance: Math.max(0, spent("used") - spent("tree") - spent("generator")) / spent("all"),
  };
}

/** Processor time in milliseconds, each since its own beginning. */
interface Costs {
  readonly gateway: number;
  readonly tree: number;
  readonly generator: number;
  readonly used: number;
  readonly all: number;
}

function readCosts({ gatewayPids, pids }: Running): Costs {
  const { user, system } = process.cpuUsage();
  return {
    gateway: cpuMilliseconds(gatewayPids),
    tree: cpuMilliseconds(pids),
    generator: (user + system) / 1000,
    ...machineMilliseconds(),
  };
}

let calls = 0;

interface TextResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
}

/** Every call asks for something else and looks at what comes back: an answer from a cache, or to another call, is seen. */
function callEcho({ client, tools }: Running): () => Promise<void> {
  const name = tools.get("echo");
  return async () => {
    calls += 1;
    const text = `hello ${calls}`;
    const result = await client.request("tools/call", { name, arguments: { text } });
    const said = (result as unknown as TextResult).content[0]?.text;
    if (said !== text) throw new Error(`the echo of "${text}" was ${JSON.stringify(result).slice(0, 300)}`);
  };
}

function callBlob({ client, tools }: Running): () => Promise<void> {
  const name = tools.get("blob");
  return async () => {
    calls += 1;
    const args = { bytes: BLOB_BYTES, tag: `call ${calls}` };
    const result = await client.request("tools/call", { name, arguments: args });
    const { length } = (result as unknown as TextResult).content[0]?.text ?? "";
    if (length !== BLOB_BYTES) throw new Error(`a blob of ${BLOB_BYTES} bytes came back with ${length}`);
  };
}
