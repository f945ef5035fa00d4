import { expect, it } from "vitest";
import { Turnstile } from "./turnstile.ts";

const never = new AbortController().signal;

it("lets as many in as there is room for, and others in the order in which they came", async () => {
  const turnstile = new Turnstile(1);
  const order: string[] = [];
  expect(await turnstile.enter(never)).toBe(true);
  const second = turnstile.enter(never).then(() => order.push("second"));
  const third = turnstile.enter(never).then(() => order.push("third"));
  turnstile.leave();
  await second;
  expect(order).toEqual(["second"]);
  turnstile.leave();
  await third;
  expect(order).toEqual(["second", "third"]);
});

it("lets nobody wait whose signal comes first, and keeps no place for them", async () => {
  const turnstile = new Turnstile(1);
  const cancel = new AbortController();
  await turnstile.enter(never);
  const waiting = turnstile.enter(cancel.signal);
  cancel.abort();
  expect(await waiting).toBe(false);
  turnstile.leave();
  expect(await turnstile.enter(never)).toBe(true);
  expect(await turnstile.enter(cancel.signal)).toBe(false);
});
