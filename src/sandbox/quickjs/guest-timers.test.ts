import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { completeLimits } from "../limits.ts";
import { GuestTimers } from "./guest-timers.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(timers = 10) {
  const fired: number[] = [];
  return {
    fired,
    timers: new GuestTimers(completeLimits({ timers, wallMs: 100 }), (number) => fired.push(number)),
  };
}

it("fires each at its time, also after the run should have been over", () => {
  const { fired, timers } = start();
  timers.set(5000);
  timers.set(10);
  vi.advanceTimersByTime(4999);
  expect(fired).toEqual([2]);
  vi.advanceTimersByTime(1);
  expect(fired).toEqual([2, 1]);
  expect(timers.size).toBe(0);
});

it("takes any number for a time", () => {
  const { fired, timers } = start();
  for (const time of [-5, Number.NaN, Number.NEGATIVE_INFINITY, 0]) timers.set(time);
  timers.set(Number.POSITIVE_INFINITY);
  vi.advanceTimersByTime(1_000_000);
  expect(fired).toEqual([1, 2, 3, 4]);
});

it("refuses more than allowed, whether they have fired or not", () => {
  const { timers } = start(2);
  timers.set(0);
  vi.advanceTimersByTime(1);
  expect([timers.set(0), timers.set(0)]).toEqual([2, undefined]);
  expect(timers.refusal()).toContain("The program set more timers than 2 (limit timers)");
});

it("fires none that was cancelled or cleared", () => {
  const { fired, timers } = start();
  timers.set(1);
  timers.set(1);
  timers.cancel(1);
  timers.cancel(99);
  timers.clear();
  vi.advanceTimersByTime(10);
  expect(fired).toEqual([]);
});
