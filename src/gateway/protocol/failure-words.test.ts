import { expect, it } from "vitest";
import { failureWords } from "./failure-words.ts";

it("says why a call failed and what to do, in sentences", () => {
  const hint = "Correct it.";
  expect(failureWords({ error: "'a' is missing", hint })).toBe("'a' is missing. Correct it.");
  expect(failureWords({ error: "did you mean 'b'?", hint })).toBe("did you mean 'b'? Correct it.");
  expect(failureWords({ error: "'a' is missing", hint: undefined })).toBe("'a' is missing");
});
