import { expect, it } from "vitest";
import { EventLog } from "./event-log.ts";

it("gives back what followed an event on its own stream", () => {
  const log = new EventLog();
  const first = log.add(1, "a");
  log.add(2, "of another stream");
  log.add(1, "b");
  expect(log.after(first.id)?.events.map(({ text }) => text)).toEqual(["b"]);
});

it("does not know events that it never gave", () => {
  const log = new EventLog();
  log.add(1, "a");
  for (const id of ["1-2", "", "1", "x-y", "1-99999999999999999999", "../1-1"])
    expect(log.after(id)).toBeUndefined();
});

it("keeps the latest, within bounds, and nothing that alone is beyond them", () => {
  const log = new EventLog();
  const first = log.add(1, "first");
  for (let count = 0; count < 1000; count++) log.add(1, "x".repeat(10_000));
  expect(log.after(first.id)?.events.length).toBeLessThan(300);
  log.add(1, "y".repeat(10_000_000));
  expect(log.after(first.id)?.events.every(({ text }) => text.length === 10_000)).toBe(true);
});

it("keeps what stands for an answer that is too long to be kept", () => {
  const log = new EventLog();
  const first = log.add(1, "");
  const long = log.add(1, "y".repeat(10_000_000), "ask again");
  expect(log.after(first.id)?.events).toMatchObject([{ id: long.id, text: "ask again" }]);
});
