/**
 * What a run in the sandbox costs: `npm run bench:sandbox`. Fresh runs with 1, 10 and 100 calls, beside the same engine without
 * a thread and a bare worker of the platform that is no sandbox, in turn. Goal: less than 10 ms to the result of a program
 * without calls when a thread is ready.
 */
import { Worker } from "node:worker_threads";
import { createInProcessExecutor } from "../../src/sandbox/fixtures/in-process-executor.ts";
import type { Bridge, Executor } from "../../src/sandbox/executor.ts";
import { bundleSandbox } from "../sandbox/bundle-sandbox.ts";

const ROUNDS = Number(process.argv[2] ?? 30);
const WARM_UP = 3;
const CALLS = [0, 1, 10, 100];

const namespaces = new Map([["device", new Map([["EchoMCP", new Map([["echo", "echo/echo"]])]])]]);
const bridge: Bridge = { call: async ({ argumentsJson }) => argumentsJson, ask: async () => "null" };
const program = (calls: number) =>
  `const all = await Promise.all(Array.from({ length: ${calls} }, (_, i) => device.EchoMCP.echo({ i }))); return all.length`;

const bundle = await bundleSandbox();
const threads = bundle.sandbox.createQuickJsExecutor({ warm: 1 });
const cold = bundle.sandbox.createQuickJsExecutor({ warm: 0 });
const inProcess = createInProcessExecutor();

async function inSandbox(executor: Executor, calls: number): Promise<void> {
  const result = await executor.run({ code: program(calls), namespaces }, bridge);
  if (result.value !== String(calls)) throw new Error(JSON.stringify(result));
}

/** A thread that evaluates the program as it is, with the same calls over the same kind of port. */
const BARE = `
  const { parentPort } = require("node:worker_threads");
  const waiting = new Map();
  let count = 0;
  const device = { EchoMCP: { echo: (given) => new Promise((resolve) => {
    waiting.set(++count, resolve);
    parentPort.postMessage({ number: count, json: JSON.stringify(given) });
  }) } };
  parentPort.on("message", ({ code, number, json }) => {
    if (code === undefined) waiting.get(number)(JSON.parse(json));
    else new Function("device", "return (async () => {" + code + "})()")(device).then((value) => parentPort.postMessage({ value }));
  });`;

async function inBareWorker(calls: number): Promise<void> {
  const worker = new Worker(BARE, { eval: true, env: {} });
  const { promise, resolve } = Promise.withResolvers<unknown>();
  worker.on("message", ({ value, number, json }: { value?: number; number: number; json: string }) => {
    if (value === undefined) worker.postMessage({ number, json });
    else resolve(value);
  });
  worker.postMessage({ code: program(calls) });
  await promise;
  await worker.terminate();
}

const candidates: Readonly<Record<string, (calls: number) => Promise<void>>> = {
  "sandbox, thread ready": (calls) => inSandbox(threads, calls),
  "sandbox, thread started for it": (calls) => inSandbox(cold, calls),
  "QuickJS without a thread": (calls) => inSandbox(inProcess, calls),
  "bare worker, no sandbox": (calls) => inBareWorker(calls),
};

const times = new Map<string, number[]>();
for (let round = -WARM_UP; round < ROUNDS; round++) {
  for (const calls of CALLS) {
    for (const [name, run] of Object.entries(candidates)) {
      // Time enough for the next thread to be ready: its start is not what is measured here.
      if (name === "sandbox, thread ready") await new Promise((resolve) => setTimeout(resolve, 400));
      const start = performance.now();
      await run(calls);
      if (round < 0) continue;
      const key = `${name} ${calls}`;
      times.set(key, [...(times.get(key) ?? []), performance.now() - start]);
    }
  }
}
await Promise.all([threads.close(), cold.close(), inProcess.close()]);
await bundle.remove();

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
console.log(`Node ${process.version}, ${ROUNDS} rounds in turn; median (lowest) in milliseconds`);
console.log(`${"calls".padEnd(32)}${CALLS.map((calls) => String(calls).padStart(16)).join("")}`);
for (const name of Object.keys(candidates)) {
  const cells = CALLS.map((calls) => times.get(`${name} ${calls}`) ?? []);
  const shown = cells.map((values) =>
    `${at(values, 0.5).toFixed(1)} (${at(values, 0).toFixed(1)})`.padStart(16),
  );
  console.log(name.padEnd(32) + shown.join(""));
}
