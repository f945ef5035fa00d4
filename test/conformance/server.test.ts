/** What a server offers keeps the rules of both revisions after it has gone through the gateway. */
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type Gateway } from "../e2e/gateway.ts";
import { requiredScenarios, runSuite } from "./suite.ts";

const START = resolve(import.meta.dirname, "../servers/conformance/start.ts");
const fixture = (...more: readonly string[]) => ({ command: process.execPath, args: [START, ...more] });

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ servers: { fixture: fixture(), old: fixture("--legacy") } });
});
afterAll(() => gateway.stop());

describe("the conformance suite through the gateway", () => {
  it.for([
    ["2025-11-25", "fixture", "a server of both eras"],
    ["2025-11-25", "old", "a server of the old era only"],
    ["2026-07-28", "fixture", "a server of both eras"],
  ] as const)(
    "passes all that %s requires, with %s: %s",
    { timeout: 120_000 },
    async ([revision, server]) => {
      const url = gateway.endpoint(server);
      const { code, scenarios, output } = await runSuite([
        "server",
        "--url",
        url,
        "--requirements",
        revision,
      ]);
      const required = requiredScenarios(revision, "server");
      const failed = required.filter((name) => (scenarios.get(name)?.failures ?? [output]).length > 0);
      expect(Object.fromEntries(failed.map((name) => [name, scenarios.get(name)?.failures]))).toEqual({});
      for (const name of required) expect(scenarios.get(name)?.passed, name).toBeGreaterThan(0);
      expect(code, output).toBe(0);
    },
  );
});
