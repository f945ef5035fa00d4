/**
 * Runs all hostile programs and measures what a test cannot assert on a busy machine: `npm run eval:sandbox`. Goals: no fault,
 * every run over within its limits and a second, and this thread never blocked for more than 50 ms.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { bundleSandbox } from "./bundle-sandbox.ts";
import { HOSTILE_PROGRAMS } from "./hostile/all-programs.ts";
import { HOSTILE_LIMITS, judgeHostile } from "./hostile/judge.ts";

const BLOCKED_MS = 50;

process.env["TACKLEBOX_CANARY"] = "CANARY";
const bundle = await bundleSandbox();
const executor = bundle.sandbox.createQuickJsExecutor({ warm: 2 });
await executor.run({ code: "1" }, { call: async () => "1", ask: async () => "1" });
const delay = monitorEventLoopDelay({ resolution: 1 });
const mebibytes = (value: number) => `${(value / 2 ** 20).toFixed(0)} MiB`;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
let [count, faulty, longestRun, longestBlock, latest, largest] = [0, 0, 0, 0, 0, 0];
const blocks: number[] = [];

// What others on this machine do to a thread that does nothing.
delay.enable();
await new Promise((resolve) => setTimeout(resolve, 5000));
const idleBlock = delay.max / 1e6;
const memoryBefore = process.memoryUsage.rss();
for (const [kind, programs] of HOSTILE_PROGRAMS) {
  const ends = new Map<string, number>();
  for (const program of programs) {
    delay.reset();
    const before = process.threadCpuUsage();
    const { result, faults } = await judgeHostile(executor, program);
    const used = process.threadCpuUsage(before);
    // Late because others had the processor is not blocked: what this thread did itself cannot be longer than it computed.
    const own = (used.user + used.system) / 1000;
    const late = delay.max / 1e6;
    const blocked = Math.min(late, own);
    const end = result.ok ? "ok" : (result.stopped ?? "error");
    ends.set(end, (ends.get(end) ?? 0) + 1);
    count += 1;
    faulty += faults.length > 0 ? 1 : 0;
    longestRun = Math.max(longestRun, result.stats.wallMs);
    longestBlock = Math.max(longestBlock, blocked);
    blocks.push(blocked);
    latest = Math.max(latest, late);
    largest = Math.max(largest, process.memoryUsage.rss());
    if (blocked > BLOCKED_MS) console.log(`  blocked for ${milliseconds(blocked)}: ${kind}, ${program.name}`);
    for (const fault of faults) console.log(`  FAULT: ${kind}, ${program.name}: ${fault}`);
  }
  console.log(
    `${kind}: ${programs.length} programs, ended by ${[...ends].map((pair) => pair.join(" ")).join(", ")}`,
  );
}
delay.disable();
await executor.close();
await bundle.remove();

console.log(`
Node ${process.version}, ${count} programs, limits ${JSON.stringify(HOSTILE_LIMITS)}
faults                       ${faulty}
longest run                  ${milliseconds(longestRun)}
longest block of this thread ${milliseconds(longestBlock)} (goal: ${BLOCKED_MS} ms); median over programs ${milliseconds(median(blocks))}
longest delay, by whomever   ${milliseconds(latest)}; while this thread did nothing, 5 s: ${milliseconds(idleBlock)}
largest memory (RSS)         ${mebibytes(largest)}, ${mebibytes(memoryBefore)} before`);
process.exitCode = faulty > 0 ? 1 : 0;
