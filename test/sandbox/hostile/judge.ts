/** Runs a hostile program with small limits, and says what is wrong with how it ended. */
import type { Executor, RunResult } from "../../../src/sandbox/executor.ts";
import { fakeBridge, fakeNamespaces } from "../../../src/sandbox/fixtures/fake-bridge.ts";
import type { HostileProgram } from "./program.ts";

export const HOSTILE_LIMITS = { cpuMs: 600, wallMs: 2500, calls: 50, timers: 200 };

/** How much later than its limit a run may end. */
const GRACE_MS = 1000;
const MEMORY_CAP = 96 * 1024 * 1024;
const HOST_MARKS = /node_modules|file:\/\/|node:internal|\.ts:|\/work\/|CANARY|tacklebox\.js/;

export interface Judgement {
  readonly result: RunResult;
  readonly faults: readonly string[];
}

export async function judgeHostile(executor: Executor, program: HostileProgram): Promise<Judgement> {
  const bridge = fakeBridge();
  const functions = ["search_skills", "describe"];
  const worldBefore = shapeOfWorld();
  const result = await executor.run(
    { code: program.code, namespaces: fakeNamespaces(), functions, limits: HOSTILE_LIMITS },
    bridge,
  );
  const faults: string[] = [];
  const said = JSON.stringify(result);
  if (/ESCAPED(?!2)/.test(said)) faults.push(`it got out: ${said.slice(0, 300)}`);
  if (HOST_MARKS.test(said)) faults.push(`it was told of the host: ${said.slice(0, 300)}`);
  if (said.length > 1.5e6) faults.push(`the result has ${said.length} letters`);
  if (shapeOfWorld() !== worldBefore) faults.push("it changed the host's world");
  if (bridge.seen.some((call) => !/^(echo\/|search_skills|describe)/.test(call)))
    faults.push("it called more than it may");
  if (bridge.seen.length > HOSTILE_LIMITS.calls) faults.push(`it made ${bridge.seen.length} calls`);
  if (result.stats.wallMs > HOSTILE_LIMITS.wallMs + GRACE_MS)
    faults.push(`it ran for ${result.stats.wallMs} ms`);
  if ((result.stats.memoryPeak ?? 0) > MEMORY_CAP) faults.push(`it used ${result.stats.memoryPeak} bytes`);
  const end = result.ok ? "ok" : (result.stopped ?? "error");
  if (program.end !== undefined && program.end !== end)
    faults.push(`it ended with ${end} instead of ${program.end}: ${result.error?.message ?? result.value}`);
  return { result, faults };
}

function shapeOfWorld(): string {
  const owners = [
    Object.prototype,
    Array.prototype,
    Function.prototype,
    Promise.prototype,
    String.prototype,
    Error,
  ];
  return [
    ...owners.map((owner) => Reflect.ownKeys(owner).length),
    typeof JSON.parse,
    "leak" in globalThis,
  ].join();
}
