import { expect, it } from "vitest";
import { TackleError } from "../../errors.ts";
import { describeFailure } from "./describe-failure.ts";

it("shows what a TackleError says, and its hint", () => {
  const error = new TackleError({
    code: "policy",
    message: "Not allowed",
    hint: "Ask.",
    server: "a",
    tool: "b",
    cause: "c",
  });
  expect(describeFailure(error)).toEqual({
    code: "policy",
    message: "Not allowed. Ask.",
    server: "a",
    tool: "b",
  });
});

it("tells nothing of any other error", () => {
  for (const thrown of [
    new Error("/home/me/secret"),
    "/home/me/secret",
    undefined,
    null,
    { message: "/home/me" },
  ]) {
    expect(JSON.stringify(describeFailure(thrown))).not.toContain("/home");
  }
});

it("cuts what is too long", () => {
  const error = new TackleError({ code: "execution", message: "x".repeat(1e6) });
  expect(describeFailure(error).message).toHaveLength(4000);
});
