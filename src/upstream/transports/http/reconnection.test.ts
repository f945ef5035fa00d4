import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createReconnection } from "./reconnection.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("waits twice as long after each stream that was closed at once, up to a minute", async () => {
  const reconnection = createReconnection(() => false);
  const waits: number[] = [];
  for (let round = 0; round < 9; round++) {
    const startedAt = performance.now();
    await new Promise<void>((resolve) => {
      reconnection.schedule(() => resolve(), 1_000, 0);
      void vi.runAllTimersAsync();
    });
    waits.push(Math.round(performance.now() - startedAt));
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

it("waits no longer than asked when a call hangs on it", async () => {
  const reconnection = createReconnection(() => true);
  const reconnect = vi.fn<() => void>();
  for (let round = 0; round < 5; round++) reconnection.schedule(reconnect, 500, 0);
  await vi.advanceTimersByTimeAsync(500);
  expect(reconnect).toHaveBeenCalledTimes(5);
});

it("forgets nothing that is still waiting when all is cancelled", async () => {
  const reconnection = createReconnection(() => false);
  const reconnect = vi.fn<() => void>();
  reconnection.schedule(reconnect, 10, 1);
  reconnection.schedule(reconnect, 20, 2);
  reconnection.cancelAll();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(reconnect).not.toHaveBeenCalled();
});
