import { expect, it } from "vitest";
import { Clients } from "./clients.ts";

const LIMITS = { requestsPerMinute: undefined, burst: undefined, requestsAtOnce: 1, streamsAtOnce: 1 };
const NOBODY = { principal: undefined, rate: undefined };

it("counts what comes from one address together, and each token for itself", () => {
  const clients = new Clients(() => LIMITS);
  const token = (id: string) => ({ principal: id, rate: undefined });
  expect(clients.placeFor(NOBODY, "10.0.0.1").ask(1)).toBeUndefined();
  expect(clients.placeFor(NOBODY, "10.0.0.1").ask(1)).toBeDefined();
  expect(clients.placeFor(NOBODY, "10.0.0.2").ask(1)).toBeUndefined();
  expect(clients.placeFor(token("a:1"), "10.0.0.1").ask(1)).toBeUndefined();
  expect(clients.placeFor(token("a:1"), "10.0.0.9").ask(1)).toBeDefined();
});

it("knows only so many, and forgets none that has something under way", () => {
  const clients = new Clients(() => LIMITS);
  const kept = clients.placeFor(NOBODY, "busy");
  kept.ask(1);
  for (let count = 0; count < 20_000; count++) clients.placeFor(NOBODY, `10.${count}`);
  expect(clients.size).toBeLessThanOrEqual(10_000);
  expect(clients.placeFor(NOBODY, "busy").ask(1)).toBeDefined();
});
