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

const ROUNDS = Number(process.argv[2] ?? 40);
const CALLS_PER_ROUND = 100;
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

const times = new Map(Object.keys(candidates).map((name) => [name, [] as number[]]));
for (let round = -5; round < ROUNDS; round++) {
  for (const [name, call] of Object.entries(candidates)) {
    for (let count = 0; count < CALLS_PER_ROUND; count++) {
      const start = performance.now();
      await call();
      if (round >= 0) times.get(name)?.push(performance.now() - start);
    }
  }
}

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
console.log(
  `Node ${process.version}, ${ROUNDS} interleaved rounds of ${CALLS_PER_ROUND} calls, one at a time\n`,
);
for (const [bare, box_] of [
  ["in-process, bare SDK request", "in-process, box.call"],
  ["stdio, bare SDK request", "stdio, box.call"],
] as const) {
  const [a, b] = [times.get(bare) ?? [], times.get(box_) ?? []];
  for (const [name, values] of [
    [bare, a],
    [box_, b],
  ] as const) {
    console.log(
      `${name.padEnd(30)} p50 ${(at(values, 0.5) * 1000).toFixed(0).padStart(6)} µs   p99 ${(at(values, 0.99) * 1000).toFixed(0).padStart(6)} µs`,
    );
  }
  console.log(`${"".padEnd(30)} ${(at(b, 0.5) / at(a, 0.5)).toFixed(2)} ×\n`);
}

await box.stop();
await stdio.close();
await memory.close();
rmSync(home, { recursive: true });
