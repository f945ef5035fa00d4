/**
 * What a call costs beyond the bare transport, side by side in one interleaved run: `npm run bench:call`. The bare one is the
 * SDK client's own `request` over the same transport; ours has everything on: validation, policy, queue, record, events.
 * Goal: within 1.15 × at p50 over stdio.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  Client,
  InMemoryTransport,
  type StandardSchemaV1,
  type Transport,
} from "@modelcontextprotocol/client";
import { createBox } from "../../src/index.ts";
import { startEcho } from "../../src/servers/echo.ts";
import { StdioTransport } from "../../src/upstream/transports/stdio/stdio-transport.ts";

const CALLS = Number(process.argv[2] ?? 4000);
const WARM_UP = 500;
const SERVER = resolve(import.meta.dirname, "../servers/echo.ts");
const PASS: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "bench", validate: (value) => ({ value }) },
};

const home = mkdtempSync(join(tmpdir(), "tackle-bench-"));
const box = await createBox({
  mcpServers: { stdio: { command: process.execPath, args: [SERVER] } },
  servers: [{ name: "memory", start: startEcho }],
  env: { HOME: home, PATH: process.env["PATH"] },
});
await box.start();

async function bareClient(transport: Transport): Promise<Client> {
  const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(transport);
  return client;
}

const [ours, theirs] = InMemoryTransport.createLinkedPair();
await startEcho(theirs);
const memory = await bareClient(ours);
const stdioTransport = new StdioTransport({ server: "bench", command: process.execPath, args: [SERVER] });
const stdio = await bareClient(stdioTransport);

const params = { name: "echo", arguments: { text: "hello" } };
const candidates: Readonly<Record<string, () => Promise<unknown>>> = {
  "in-process, bare SDK request": () => memory.request({ method: "tools/call", params }, PASS),
  "in-process, box.call": () => box.call({ server: "memory", tool: "echo" }, params.arguments),
  "stdio, bare SDK request": () => stdio.request({ method: "tools/call", params }, PASS),
  "stdio, box.call": () => box.call({ server: "stdio", tool: "echo" }, params.arguments),
};

/** Each candidate makes a run of calls, then the next one does; whatever disturbs the machine disturbs all of them. */
async function measure(runLength: number): Promise<Map<string, number[]>> {
  const times = new Map(Object.keys(candidates).map((name) => [name, [] as number[]]));
  const runs = Math.ceil(CALLS / runLength);
  const warmUp = Math.ceil(WARM_UP / runLength);
  for (let run = -warmUp; run < runs; run++) {
    for (const [name, call] of Object.entries(candidates)) {
      for (let count = 0; count < runLength; count++) {
        const start = performance.now();
        await call();
        if (run >= 0) times.get(name)?.push(performance.now() - start);
      }
    }
  }
  return times;
}

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const microseconds = (value: number) => `${(value * 1000).toFixed(0).padStart(6)} µs`;

console.log(`Node ${process.version}, ${CALLS} calls of each, one at a time`);
for (const runLength of [100, 1]) {
  const times = await measure(runLength);
  console.log(`\nin runs of ${runLength}`);
  for (const where of ["in-process", "stdio"]) {
    const bare = times.get(`${where}, bare SDK request`) ?? [];
    const ours = times.get(`${where}, box.call`) ?? [];
    const ratio = (at(ours, 0.5) / at(bare, 0.5)).toFixed(2);
    console.log(
      `  ${where.padEnd(11)} bare p50 ${microseconds(at(bare, 0.5))}  box p50 ${microseconds(at(ours, 0.5))}  ${ratio} ×`,
    );
  }
}

await box.stop();
await stdio.close();
await memory.close();
rmSync(home, { recursive: true });
