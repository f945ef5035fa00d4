import { describe, expect, it } from "vitest";
import type { CallClient } from "../types.ts";
import { Flights } from "./flights.ts";

const client = (id: string): CallClient => ({
  id,
  info: undefined,
  capabilities: {},
  logLevel: undefined,
  ask: () => Promise.resolve({}),
  log: () => undefined,
});

describe("which client caused what a server says", () => {
  it("is nobody while nothing of a client is under way", () => {
    const flights = new Flights();
    flights.begin(undefined);
    expect(flights.cause()).toEqual({ kind: "none" });
  });

  it("is the one client whose requests are under way, however many", () => {
    const flights = new Flights();
    const [anna, again] = [client("anna"), client("anna")];
    flights.begin(anna);
    flights.begin(again);
    expect(flights.cause()).toMatchObject({ kind: "client", client: { id: "anna" } });
  });

  it("is unclear as soon as there are two, and clear again when one has ended", () => {
    const flights = new Flights();
    flights.begin(client("anna"));
    const berts = flights.begin(client("bert"));
    expect(flights.cause()).toEqual({ kind: "unclear" });
    berts.end();
    expect(flights.cause()).toMatchObject({ kind: "client", client: { id: "anna" } });
  });

  it("is told by the context of the request where there is one", async () => {
    const flights = new Flights();
    flights.begin(client("anna"));
    const berts = flights.begin(client("bert"));
    const cause = await flights.within(berts, async () => {
      await Promise.resolve();
      return flights.cause();
    });
    expect(cause).toMatchObject({ kind: "client", client: { id: "bert" } });
  });
});
