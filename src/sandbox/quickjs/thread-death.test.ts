import { describe, expect, it } from "vitest";
import type { RunResult } from "../executor.ts";
import { fakeBridge, fakeNamespaces } from "../fixtures/fake-bridge.ts";
import type { EngineListeners, EngineThread } from "./engine-thread.ts";
import type { FromEngine } from "./messages.ts";
import { createThreadExecutor } from "./quickjs-executor.ts";

/** Runs a program in a thread that does as it likes once it is started. */
async function runIn(
  act: (listeners: EngineListeners) => void,
  bridge = fakeBridge(),
  busyMs = 0,
): Promise<RunResult> {
  const open = async (): Promise<EngineThread> => {
    let listeners: EngineListeners | undefined;
    return {
      listen: (given) => {
        listeners = given;
      },
      post: (message) => {
        if (message.kind === "run" && listeners !== undefined) act(listeners);
      },
      busyMs: () => busyMs,
      end: async () => undefined,
    };
  };
  const executor = createThreadExecutor({ parallelRuns: 1, open, close: async () => undefined });
  const limits = { calls: 3, wallMs: 500 };
  const result = await executor.run({ code: "1", namespaces: fakeNamespaces(), limits }, bridge);
  await executor.close();
  return result;
}

const call = (number: number, name: string): FromEngine => ({
  kind: "call",
  number,
  target: "tool",
  name,
  argumentsJson: "{}",
});

describe("a thread that is not to be trusted", () => {
  it("fails its run when it dies", async () => {
    const result = await runIn(({ death }) => death("unknown"));
    expect(result).toMatchObject({ ok: false, error: { name: "SandboxError" } });
  });

  it("is out of memory when it says so in dying", async () => {
    expect(await runIn(({ death }) => death("memory"))).toMatchObject({ ok: false, stopped: "memory" });
  });

  it("is ended when it says nothing", async () => {
    expect(await runIn(() => undefined)).toMatchObject({ ok: false, stopped: "wall" });
  });

  it("is ended when it computes on and on", async () => {
    expect(await runIn(() => undefined, fakeBridge(), 1e6)).toMatchObject({ ok: false, stopped: "cpu" });
  });

  it("cannot call what the program was not given", async () => {
    const bridge = fakeBridge();
    await runIn(({ message }) => message(call(1, "secret/steal")), bridge);
    expect(bridge.seen).toEqual([]);
  });

  it("cannot make more calls than allowed", async () => {
    const bridge = fakeBridge();
    const result = await runIn(({ message }) => {
      for (let number = 1; number <= 100; number++) message(call(number, "echo/echo"));
    }, bridge);
    expect(result.stopped).toBe("calls");
    expect(bridge.seen).toHaveLength(3);
  });
});
