import { join } from "node:path";
import { expect, it } from "vitest";
import { messages, options, place, projectFile, useConfigHome, userFile } from "./fixtures/config-home.ts";
import { loadConfig } from "./load-config.ts";

useConfigHome();

it("has rules about tools, resources, prompts, and about all that a server offers", async () => {
  const rules = [
    { server: "a", tool: "read_*", decision: "allow" },
    { resource: "file:///secret/*", decision: "deny" },
    { server: "a", prompt: "review", caller: "client", decision: "ask" },
    { server: "a", decision: "deny" },
  ];
  userFile("config.json", JSON.stringify({ policy: rules }));
  const config = await loadConfig(options());
  expect(config.problems).toEqual([]);
  expect(config.settings.policy).toEqual(rules);
});

it("refuses a rule that nothing can match", async () => {
  userFile("config.json", `{"policy": [{"tool": "a", "resource": "b", "decision": "deny"}]}`);
  const config = await loadConfig(options());
  expect(messages(config)).toEqual(["The rule 'policy[0]' names 'tool' and 'resource', and nothing is both"]);
});

it("knows where the settings stand that decide what may be called, and not those that do not count", async () => {
  projectFile("tackle.toml", `policy = [{ decision = "allow" }]\nallowedTools = ["*"]`);
  userFile("config.yaml", "allowedTools: [a]\npolicy:\n  - tool: a\n    decision: ask\n  - decision: deny\n");
  const { settingPlaces } = await loadConfig(options());
  const file = join(place.home, ".config/tacklebox/config.yaml");
  expect(Object.fromEntries(settingPlaces)).toEqual({
    allowedTools: { file, line: 1 },
    policy: { file, line: 2 },
    "policy[0]": { file, line: 3 },
    "policy[1]": { file, line: 5 },
  });
});
