import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CallClock } from "./call-clock.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("does not run while it is held, and goes on afterwards", () => {
  const onOver = vi.fn<() => void>();
  const clock = new CallClock({ silenceMs: 1000, maximumMs: 10_000 }, onOver);
  clock.hold(true);
  vi.advanceTimersByTime(60_000);
  expect(onOver).not.toHaveBeenCalled();
  clock.hold(false);
  vi.advanceTimersByTime(1000);
  expect(onOver).toHaveBeenCalledOnce();
});

it("stays cleared when whoever held it lets go of it later", () => {
  const clock = new CallClock({ silenceMs: 1000, maximumMs: 10_000 }, () => undefined);
  clock.hold(true);
  clock.clear();
  clock.hold(false);
  clock.touch();
  expect(vi.getTimerCount()).toBe(0);
});
