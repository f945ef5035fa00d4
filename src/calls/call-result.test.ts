import { expect, it } from "vitest";
import { TackleError } from "../errors.ts";
import type { CallRequest } from "../types.ts";
import { Call } from "./call.ts";
import { failureOf } from "./call-result.ts";

const hintOf = (given: Partial<CallRequest>, error: Partial<TackleError>): string | undefined => {
  const request: CallRequest = {
    tool: "slow",
    arguments: {},
    caller: { kind: "person", name: "x" },
    ...given,
  };
  const details = { code: "timeout", message: "too late", hint: "Raise 'timeout'.", ...error } as const;
  return failureOf(new Call(request, new AbortController().signal), new TackleError(details)).hint;
};

it("advises to give more time with the call where its time was given with it", () => {
  const hint = hintOf({ timeoutMs: 1000 }, { tool: "slow" });
  expect(hint).toContain("The call was given 1000 ms (--timeout, 'timeoutMs')");
  expect(hint).not.toContain("Raise");
});

it("says besides what else may help, where the server was not even asked", () => {
  expect(hintOf({ timeoutMs: 1000 }, {})).toMatch(/was given 1000 ms .* Raise 'timeout'\.$/);
});

it("leaves the advice as it is where the time is the server's own, or was not the matter", () => {
  expect(hintOf({}, { tool: "slow" })).toBe("Raise 'timeout'.");
  expect(hintOf({ timeoutMs: 1000 }, { code: "connection" })).toBe("Raise 'timeout'.");
});
