import { expect, it } from "vitest";
import { scopeOf } from "./address-scope.ts";

it("needs a profile's own token at its address, any at the front page, and one without limits elsewhere", () => {
  expect(scopeOf({ kind: "profile", profile: "build" })).toEqual({ kind: "profile", profile: "build" });
  expect(scopeOf({ kind: "home" })).toEqual({ kind: "anything" });
  for (const kind of ["server", "metrics", "health", "ready"] as const)
    expect(scopeOf({ kind })).toEqual({ kind: "everything" });
});
