import { describe, expect, it } from "vitest";
import type { GatewaySettings } from "../types.ts";
import { ClientUse } from "./client-use.ts";
import { describeOverLimit, Place } from "./place.ts";

const NONE: GatewaySettings = {
  requestsPerMinute: undefined,
  burst: undefined,
  requestsAtOnce: 2,
  streamsAtOnce: 1,
};

function client(change: Partial<GatewaySettings> = {}, ownRate?: number) {
  const use = new ClientUse();
  use.ownRate = ownRate;
  const limits = { ...NONE, ...change };
  return { use, place: () => new Place("somebody", use, limits) };
}

describe("requests at once", () => {
  it("are as many as the limit says, until one is over", () => {
    const { place, use } = client();
    const [first, second, third] = [place(), place(), place()];
    expect([first.ask(1), second.ask(1)]).toEqual([undefined, undefined]);
    expect(third.ask(1)).toMatchObject({ limit: "requestsAtOnce", value: 2, retryAfterSeconds: 1 });
    first.leave();
    first.leave();
    expect(third.ask(1)).toBeUndefined();
    second.leave();
    third.leave();
    expect(use.isIdle).toBe(true);
  });

  it("that come together count together, and all of them or none are let in", () => {
    const { place } = client();
    expect(place().ask(3)).toMatchObject({ limit: "requestsAtOnce" });
    expect(place().ask(2)).toBeUndefined();
    expect(place().ask(1)).toBeDefined();
  });

  it("are not fewer because of open streams, and the other way round", () => {
    const { place } = client();
    expect(place().listen()).toBeUndefined();
    expect(place().listen()).toMatchObject({ limit: "streamsAtOnce", value: 1 });
    expect([place().ask(1), place().ask(1)]).toEqual([undefined, undefined]);
  });
});

describe("requests a minute", () => {
  const at = (milliseconds: number) => () => milliseconds;

  it("are not counted where there is no limit", () => {
    const { place } = client();
    for (let count = 0; count < 1000; count++) expect(place().enter(at(0))).toBeUndefined();
  });

  it("may come one after the other as many as the burst, then as time passes", () => {
    const { place } = client({ requestsPerMinute: 60, burst: 3 });
    const enter = (now: number) => place().enter(at(now))?.retryAfterSeconds ?? 0;
    expect([0, 0, 0, 0].map(enter)).toEqual([0, 0, 0, 1]);
    expect([999, 1000, 1000].map(enter)).toEqual([1, 0, 1]);
    // However long nobody came, there is no more than the burst.
    expect([1e9, 1e9, 1e9, 1e9].map(enter)).toEqual([0, 0, 0, 1]);
  });

  it("may all come at the beginning of the minute where no burst is set", () => {
    const { place } = client({ requestsPerMinute: 5 });
    const refused = Array.from({ length: 8 }, () => place().enter(at(0))).filter((one) => one !== undefined);
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ value: 5, retryAfterSeconds: 12 });
  });

  it("are those of the token where it has a rate of its own", () => {
    const { place } = client({ requestsPerMinute: 1000 }, 1);
    expect(place().enter(at(0))).toBeUndefined();
    expect(place().enter(at(0))).toMatchObject({
      value: 1,
      setBy: "the token's --rate",
      retryAfterSeconds: 60,
    });
  });

  it("that came together in one body are paid for by those that follow", () => {
    const { place } = client({ requestsPerMinute: 60, burst: 10, requestsAtOnce: 50 });
    const batch = place();
    expect(batch.enter(at(0))).toBeUndefined();
    expect(batch.ask(20)).toBeUndefined();
    expect(place().enter(at(0))).toMatchObject({ retryAfterSeconds: 11 });
    expect(place().enter(at(11_000))).toBeUndefined();
  });

  it("follow a limit that was changed meanwhile", () => {
    const use = new ClientUse();
    const enter = (limits: GatewaySettings) => new Place("a", use, limits).enter(at(0));
    expect(enter({ ...NONE, requestsPerMinute: 1000 })).toBeUndefined();
    expect(enter({ ...NONE, requestsPerMinute: 1 })).toBeUndefined();
    expect(enter({ ...NONE, requestsPerMinute: 1 })).toBeDefined();
    expect(enter(NONE)).toBeUndefined();
  });
});

it("says which limit it is, its value, where it is set and when to come again", () => {
  const { place } = client({ requestsAtOnce: 1 });
  place().ask(1);
  const over = place().ask(1);
  expect(over && describeOverLimit(over)).toBe(
    "Too many requests: a client may have 1 requests at once (settings.gateway.requestsAtOnce); try again in 1 s",
  );
});
