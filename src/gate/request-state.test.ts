import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RequestStates } from "./request-state.ts";

const states = new RequestStates();
const claims = { handle: "h1", principal: "anna", request: "digest", expiresAt: 1000 };
const expected = { principal: "anna", request: "digest", now: 500 };
const sealed = states.seal(claims);

describe("a request's state", () => {
  it("comes back to what it stands for", () => {
    expect(states.open(sealed, expected)).toEqual({ kind: "ours", handle: "h1" });
  });

  it.each([
    ["from another client", { ...expected, principal: "bert" }],
    ["for another request", { ...expected, request: "other" }],
    ["after its time", { ...expected, now: 1001 }],
  ])("counts for nothing %s", (_when, other) => {
    expect(states.open(sealed, other)).toMatchObject({ kind: "refused" });
  });

  it("of another gateway is left to the server behind us, which may be that gateway", () => {
    expect(new RequestStates().open(sealed, expected)).toEqual({ kind: "foreign" });
  });

  it("counts for nothing when its seal is another's", () => {
    const [ours = "", key = "", body = ""] = sealed.split(".");
    expect(states.open(`${ours}.${key}.${body}.AAAA`, expected)).toMatchObject({ kind: "refused" });
  });

  it("is left to the server behind us when it is not ours", () => {
    expect(states.open("somebody's own state", expected)).toEqual({ kind: "foreign" });
  });

  it("cannot be changed in any place without being refused, and never makes us throw", () => {
    const change = fc.tuple(fc.nat(sealed.length - 1), fc.string({ minLength: 1, maxLength: 3 }));
    fc.assert(
      fc.property(change, ([at, text]) => {
        const changed = sealed.slice(0, at) + text + sealed.slice(at + text.length);
        fc.pre(changed !== sealed);
        expect(states.open(changed, expected).kind).not.toBe("ours");
      }),
    );
  });
});
