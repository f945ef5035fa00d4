/** So many calls at once for so long, each after the other's answer, and what that took. */
import { performance } from "node:perf_hooks";
import { cpuMilliseconds } from "./process-tree.ts";
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
}

export const BLOB_BYTES = 1024 * 1024;

export async function runLoad(running: Running, { tool, atOnce, milliseconds }: Load): Promise<Measurement> {
  const call = tool === "echo" ? callEcho(running) : callBlob(running);
  const times: number[] = [];
  const cpuBefore = cpuMilliseconds(running.gatewayPids);
  const ownBefore = process.cpuUsage();
  const start = performance.now();
  const caller = async () => {
    for (let begin = performance.now(); begin < start + milliseconds; begin = performance.now()) {
      await call();
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  const elapsed = performance.now() - start;
  const own = process.cpuUsage(ownBefore);
  const cpu = cpuMilliseconds(running.gatewayPids) - cpuBefore;
  const sorted = times.toSorted((a, b) => a - b);
  return {
    calls: times.length,
    callsPerSecond: times.length / (elapsed / 1000),
    p50: sorted[Math.floor(times.length * 0.5)] ?? Number.NaN,
    p99: sorted[Math.floor(times.length * 0.99)] ?? Number.NaN,
    cpuPerCall: running.gatewayPids.length === 0 ? Number.NaN : cpu / times.length,
    loadCpuPerCall: (own.user + own.system) / 1000 / times.length,
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
