import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WallClock } from "./wall-clock.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("runs out after its time", () => {
  const onEnd = vi.fn<() => void>();
  const clock = new WallClock(100, onEnd);
  vi.advanceTimersByTime(99);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(clock.elapsedMs).toBe(100);
});

it("stands still until the last of several pauses has ended", () => {
  const onEnd = vi.fn<() => void>();
  const clock = new WallClock(100, onEnd);
  vi.advanceTimersByTime(60);
  clock.beginPause();
  clock.beginPause();
  vi.advanceTimersByTime(1000);
  clock.endPause();
  vi.advanceTimersByTime(1000);
  clock.endPause();
  vi.advanceTimersByTime(39);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledOnce();
});

it("takes an end without a begin for nothing", () => {
  const onEnd = vi.fn<() => void>();
  const clock = new WallClock(100, onEnd);
  clock.endPause();
  vi.advanceTimersByTime(100);
  expect(onEnd).toHaveBeenCalledOnce();
});

it("never runs out when it was stopped, also not when a pause ends afterwards", () => {
  const onEnd = vi.fn<() => void>();
  const clock = new WallClock(100, onEnd);
  clock.beginPause();
  clock.stop();
  clock.endPause();
  vi.advanceTimersByTime(1000);
  expect(onEnd).not.toHaveBeenCalled();
});
