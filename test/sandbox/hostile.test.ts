/** Programs that try to do harm: none gets out, all end in time, and the next run works. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Executor } from "../../src/sandbox/executor.ts";
import { fakeBridge } from "../../src/sandbox/fixtures/fake-bridge.ts";
import { bundleSandbox, type BundledSandbox } from "./bundle-sandbox.ts";
import { HOSTILE_PROGRAMS } from "./hostile/all-programs.ts";
import { judgeHostile } from "./hostile/judge.ts";

let bundle: BundledSandbox;
let executor: Executor;
beforeAll(async () => {
  process.env["TACKLEBOX_CANARY"] = "CANARY";
  bundle = await bundleSandbox();
  executor = bundle.sandbox.createQuickJsExecutor({ warm: 2 });
});
afterAll(async () => {
  await executor.close();
  await bundle.remove();
});

describe.each([...HOSTILE_PROGRAMS])("%s", (_kind, programs) => {
  it.each(programs)("$name", async (program) => {
    expect((await judgeHostile(executor, program)).faults).toEqual([]);
  });

  it("leaves a sandbox that works", async () => {
    expect(await executor.run({ code: "1 + 1" }, fakeBridge())).toMatchObject({ ok: true, value: "2" });
  });
});

it("has a corpus of some size", () => {
  expect([...HOSTILE_PROGRAMS.values()].flat().length).toBeGreaterThanOrEqual(150);
});
