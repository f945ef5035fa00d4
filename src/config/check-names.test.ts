import { describe, expect, it } from "vitest";
import { checkNames } from "./check-names.ts";
import { options, projectFile, userFile, useConfigHome } from "./fixtures/config-home.ts";
import { loadConfig } from "./load-config.ts";

useConfigHome();

const problems = async (rest = {}) =>
  checkNames(await loadConfig(options(rest))).map(({ severity, line, column, message, fix }) => [
    `${line}:${column}`,
    severity,
    message,
    fix,
  ]);

describe("built-in servers", () => {
  it("must exist, in the list and in an entry, with the nearest offered", async () => {
    userFile(
      "config.yaml",
      "settings:\n  builtin: [git, fielsystem]\nmcpServers:\n  x: { builtin: serch }\n  y: { type: inprocess }\n",
    );
    expect(await problems()).toEqual([
      ["2:18", "error", "There is no built-in server 'fielsystem'", "Did you mean 'filesystem'?"],
      ["4:3", "error", "There is no built-in server 'serch'", "Did you mean 'search'?"],
      [
        "5:3",
        "error",
        "There is no built-in server 'y'",
        expect.stringMatching(/^Use one of: bash, .*web\.$/),
      ],
    ]);
  });

  it("are no matter of what is wrong for another reason", async () => {
    userFile("config.json", `{"mcpServers": {"a": {"builtin": "none", "cwd": 5}}}`);
    expect(await problems()).toEqual([]);
  });
});

describe("servers that settings name", () => {
  const servers = `"mcpServers": {"github": {"command": "a"}, "docs": {"url": "https://example.com", "enabled": false}}`;

  it("must be configured, for a profile by name or by a glob that matches one", async () => {
    const profiles = `{"work": {"servers": ["gihub", "git*", "db-*", "docs"]}, "a.b": {"servers": ["*"]}}`;
    userFile("config.json", `{${servers},\n"settings": {"profiles": ${profiles}}}`);
    expect(await problems()).toEqual([
      [
        expect.stringMatching(/^2:/),
        "warning",
        "There is no server 'gihub', which 'profiles.work.servers[0]' names",
        "Did you mean 'github'?",
      ],
      [
        expect.stringMatching(/^2:/),
        "warning",
        "No server matches 'db-*' in 'profiles.work.servers[2]'",
        expect.anything(),
      ],
    ]);
  });

  it("must be configured for a rule by name; a glob may be there for servers to come", async () => {
    const policy = `[{"server": "prod-*", "decision": "deny"}, {"server": "githup", "tool": "x", "decision": "ask"}]`;
    userFile("config.json", `{${servers},\n"settings": {"policy": ${policy}}}`);
    expect(await problems()).toEqual([
      [
        expect.anything(),
        "warning",
        "There is no server 'githup', which 'policy[1].server' names",
        "Did you mean 'github'?",
      ],
    ]);
  });

  it("may stand in another source, and count only where the setting is in use", async () => {
    userFile(
      "config.json",
      `{"settings": {"policy": [{"server": "p", "decision": "ask"}, {"server": "q", "decision": "ask"}]}}`,
    );
    projectFile(".mcp.json", `{"mcpServers": {"p": {"command": "x"}}}`);
    expect((await problems()).map(([, , message]) => message)).toEqual([
      "There is no server 'q', which 'policy[1].server' names",
    ]);
    const embedded = JSON.stringify({ settings: { policy: [] } });
    expect(await problems({ embedded })).toEqual([]);
  });
});
