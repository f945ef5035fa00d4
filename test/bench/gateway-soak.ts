/**
 * Whether the gateway's memory stays flat: `npm run soak:gateway`. First thousands of clients open a session and are never heard
 * of again; then come as many calls as an hour brings, in both eras, with progress and lists between them.
 *
 *     node test/bench/gateway-soak.ts [--sessions 10000] [--calls 200000] [--at-once 16] [--of mcp-proxy]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Client } from "./gateway/client.ts";
import { CONTESTANTS } from "./gateway/contestants.ts";
import { HttpPool, openHttpClient } from "./gateway/http-client.ts";
import { LiveHeap, withInspector } from "./gateway/live-heap.ts";
import { judgeGrowth, readMemory, type MemorySample } from "./gateway/memory.ts";
import { addressOf, endContestants, startContestant, type Running } from "./gateway/running.ts";

const SAMPLES = 40;
const CALLS_PER_SESSION = 1000;

const { values } = parseArgs({
  options: {
    sessions: { type: "string", default: "10000" },
    calls: { type: "string", default: "200000" },
    "at-once": { type: "string", default: "16" },
    of: { type: "string", default: "ours" },
  },
});
const atOnce = Number(values["at-once"]);

const contestant = CONTESTANTS.find(({ id }) => id === values.of);
if (contestant === undefined) throw new Error(`--of names ${values.of}, which is none of the contestants`);
const folder = mkdtempSync(join(tmpdir(), "tackle-soak-"));
const launch = withInspector(
  await contestant.launch({ transport: "http", home: join(folder, "gateway"), profiles: undefined }),
);
const finish = async () => {
  await endContestants();
  rmSync(folder, { recursive: true, force: true });
};
let wasInterrupted = false;
const interrupt = () => {
  wasInterrupted = true;
  process.exitCode = 130;
  void finish();
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt);

try {
  await soak(await startContestant(launch));
} catch (error) {
  if (!wasInterrupted) throw error; // else the gateway was ended under the calls
} finally {
  await finish();
}

async function soak({ pid, tools }: Running): Promise<void> {
  const pool = new HttpPool(addressOf(launch) ?? "");
  const heap = await LiveHeap.of(launch);
  const sample = async (at: number) => ({ at, ...readMemory(pid), heap: await heap.megabytes() });
  console.log(`Node ${process.version}, gateway ${pid}, ${atOnce} at once\n`);

  const sessions = await watch(sample, { what: "abandoned sessions", total: Number(values.sessions) }, () =>
    openHttpClient(pool, "legacy"),
  );
  console.log(`${judgeGrowth(sessions)}\n`);

  const modern = await openHttpClient(pool, "modern");
  let legacy = await openHttpClient(pool, "legacy");
  let retired = legacy; // calls of it may still be on their way
  const calls = await watch(sample, { what: "calls", total: Number(values.calls) }, async (number) => {
    if (number > 0 && number % CALLS_PER_SESSION === 0) {
      if (retired !== legacy) await retired.close();
      retired = legacy;
      legacy = await openHttpClient(pool, "legacy");
    }
    await makeCall({ client: number % 2 === 0 ? legacy : modern, tools, number });
  });
  console.log(judgeGrowth(calls));
  heap.close();
}

interface Call {
  readonly client: Client;
  readonly tools: Running["tools"];
  readonly number: number;
}

/** Of twenty calls, two are lists, two report progress and sixteen are plain, half of each in either era. */
async function makeCall({ client, tools, number }: Call): Promise<void> {
  const turn = Math.floor(number / 2) % 10;
  if (turn === 0) await client.request("tools/list", {});
  else if (turn === 1) {
    const _meta = { progressToken: `progress ${number}` };
    await client.request("tools/call", { name: tools.get("steps"), arguments: { count: 5 }, _meta });
  } else {
    await client.request("tools/call", { name: tools.get("echo"), arguments: { text: `hello ${number}` } });
  }
}

interface Work {
  readonly what: string;
  readonly total: number;
}

/** Does a step again and again, some at once, and looks at the gateway's memory forty times meanwhile. */
async function watch(
  sample: (at: number) => Promise<MemorySample>,
  { what, total }: Work,
  step: (number: number) => Promise<unknown>,
): Promise<readonly MemorySample[]> {
  const samples: MemorySample[] = [];
  const every = Math.max(1, Math.floor(total / SAMPLES));
  const start = performance.now();
  let begun = 0;
  const worker = async () => {
    while (begun < total) {
      const number = begun++;
      if (number % every === 0) samples.push(print(what, await sample(number)));
      await step(number);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  samples.push(print(what, await sample(total)));
  const seconds = (performance.now() - start) / 1000;
  console.log(`${total} ${what} in ${seconds.toFixed(0)} s, ${(total / seconds).toFixed(0)} a second`);
  return samples;
}

function print(what: string, sample: MemorySample): MemorySample {
  const columns = (["resident", "anonymous", "heap"] as const).map(
    (kind) => `${kind} ${sample[kind].toFixed(1).padStart(6)} MB`,
  );
  console.log(`${String(sample.at).padStart(8)} ${what}: ${columns.join(", ")}`);
  return sample;
}
