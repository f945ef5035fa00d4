import { expect, it } from "vitest";
import type { ConnectionPlan } from "../../../config/connect-clients/plan-connection.ts";
import { createRedactor } from "../../../util/redact.ts";
import { showChange } from "./show-change.ts";

/** The line as it stands in the difference where it is taken out. */
async function shown(line: string): Promise<string | undefined> {
  const before = { text: `a = 1\n${line}\n` } as ConnectionPlan["before"];
  const plan: ConnectionPlan = {
    file: "config.toml",
    change: "removed",
    before,
    after: "a = 1\n",
    alone: "",
  };
  const redactor = createRedactor();
  redactor.addSecret("KNOWN_SECRET");
  const difference = await showChange(plan, redactor);
  return difference.split("\n").find((one) => one.startsWith("-") && !one.startsWith("---"));
}

it.each([
  `bearer_token_env_var = "FIGMA_OAUTH_TOKEN"`,
  `  "bearer_token_env_var": "TOKEN",`,
  `bearer_token_env_var = 'S3_TOKEN'`,
])("shows the name of a variable: %s", async (line) => {
  expect(await shown(line)).toBe(`-${line}`);
});

it.each([
  `bearer_token = "FIGMA_OAUTH_TOKEN"`,
  `bearer_token_env_var = "s3cr3t-value-of-mine"`,
  `bearer_token_env_var = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"`,
  `bearer_token_env_var = "AKIAIOSFODNN7EXAMPLE"`,
  `bearer_token_env_var = "KNOWN_SECRET"`,
])("masks what may be the secret itself: %s", async (line) => {
  expect(await shown(line)).toMatch(/^-\w+ = "\[redacted\]"$/);
});
