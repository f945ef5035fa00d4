/** Our side of a connection keeps the rules of both revisions, as far as it exists. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { requiredScenarios, runSuite } from "./suite.ts";

/** What is known to be missing; the suite fails when an entry of it passes. */
const EXPECTED_FAILURES = "test/conformance/expected-failures.yml";
/** Long, because the suite starts all its clients at once. */
const LONGEST_MS = 120_000;
const { client: known } = parse(readFileSync(EXPECTED_FAILURES, "utf8")) as { client: readonly string[] };

describe("the conformance suite against our client", () => {
  it.for(["2025-11-25", "2026-07-28"] as const)(
    "finds nothing that %s requires and we do not know of",
    // The suite starts all its clients at once and has clocks of its own, which a busy machine can run down.
    { timeout: 2 * LONGEST_MS, retry: 1 },
    async (revision) => {
      const command = ["client", "--command", "node test/conformance/client.ts", "--requirements", revision];
      const patience = ["--timeout", String(LONGEST_MS), "--expected-failures", EXPECTED_FAILURES];
      const { code, scenarios, output } = await runSuite([...command, ...patience]);
      const required = requiredScenarios(revision, "client").filter((name) => !known.includes(name));
      const failed = required.filter((name) => (scenarios.get(name)?.failures ?? [output]).length > 0);
      expect(Object.fromEntries(failed.map((name) => [name, scenarios.get(name)?.failures]))).toEqual({});
      expect(code, output).toBe(0);
    },
  );
});
