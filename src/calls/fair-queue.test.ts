import { describe, expect, it } from "vitest";
import { FairQueue } from "./fair-queue.ts";

const never = new AbortController().signal;

describe("FairQueue", () => {
  it("lets callers take turns, however many calls one of them has", async () => {
    const queue = new FairQueue("s", { inFlight: 1, waiting: 100 });
    const order: string[] = [];
    await queue.enter("first", { signal: never, timeoutMs: 60_000 });
    const work = ["a", "a", "a", "b", "c", "b"].map(async (caller) => {
      await queue.enter(caller, { signal: never, timeoutMs: 60_000 });
      order.push(caller);
      queue.leave();
    });
    queue.leave();
    await Promise.all(work);
    expect(order).toEqual(["a", "b", "c", "a", "b", "a"]);
  });

  it("never lets more in than its limit, and frees every place", async () => {
    const queue = new FairQueue("s", { inFlight: 3, waiting: 1000 });
    let inside = 0;
    let most = 0;
    const controllers = Array.from({ length: 200 }, () => new AbortController());
    const work = controllers.map(async ({ signal }, index) => {
      await queue.enter(`caller ${index % 7}`, { signal: signal, timeoutMs: 60_000 });
      inside++;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
      queue.leave();
    });
    for (const controller of controllers.filter((_, index) => index % 5 === 0)) controller.abort();
    await Promise.allSettled(work);
    expect(most).toBe(3);
    expect([queue.enterNow(), queue.enterNow(), queue.enterNow(), queue.enterNow()]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it("refuses at once when too many wait", async () => {
    const queue = new FairQueue("s", { inFlight: 1, waiting: 1 });
    await queue.enter("a", { signal: never, timeoutMs: 60_000 });
    const second = queue.enter("a", { signal: never, timeoutMs: 60_000 });
    await expect(queue.enter("a", { signal: never, timeoutMs: 60_000 })).rejects.toMatchObject({
      code: "busy",
      server: "s",
    });
    queue.leave();
    await second;
  });

  it("forgets who gave up", async () => {
    const queue = new FairQueue("s", { inFlight: 1, waiting: 10 });
    await queue.enter("a", { signal: never, timeoutMs: 60_000 });
    const controller = new AbortController();
    const gone = queue.enter("b", { signal: controller.signal, timeoutMs: 60_000 });
    const stays = queue.enter("c", { signal: never, timeoutMs: 60_000 });
    controller.abort(new Error("gone"));
    await expect(gone).rejects.toThrow("gone");
    queue.leave();
    await expect(stays).resolves.toBeUndefined();
  });
});
