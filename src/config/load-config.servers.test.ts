import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  messages,
  options,
  place,
  projectFile,
  server,
  stdio,
  userFile,
  useConfigHome,
} from "./fixtures/config-home.ts";
import { loadConfig } from "./load-config.ts";

useConfigHome();

describe("validation", () => {
  it("reports every problem at once, each with place, server, field and fix", async () => {
    userFile(
      "config.json",
      `{
  "mcpServers": {
    "noCommand": { "type": "stdio" },
    "both": { "command": "a", "url": "http://b" },
    "typo": { "command": "a", "exludeTools": ["x"] },
    "badTimeout": { "command": "a", "timeout": "soon", "args": "x" },
    "badUrl": { "url": "not a url" },
    "good": { "command": "a" }
  }
}`,
    );
    const config = await loadConfig(options());
    const found = config.problems.map(({ line, server, field, message, fix }) => ({
      line,
      server,
      field,
      message,
      fix,
    }));
    expect(found).toEqual([
      {
        line: 3,
        server: "noCommand",
        field: "command",
        message: "Missing 'command' in stdio server 'noCommand'",
        fix: `Add "command".`,
      },
      expect.objectContaining({
        line: 4,
        server: "both",
        message: "Server 'both' has both 'command' and 'url'",
      }),
      expect.objectContaining({ line: 5, field: "exludeTools", fix: "Did you mean 'excludeTools'?" }),
      expect.objectContaining({ line: 6, field: "timeout" }),
      expect.objectContaining({
        line: 6,
        field: "args",
        message: "'args' of server 'badTimeout' must be a list of strings, not a string",
      }),
      expect.objectContaining({ line: 7, field: "url" }),
    ]);
    expect(server(config, "good").status).toBe("valid");
    expect([...config.servers.values()].filter(({ status }) => status === "invalid")).toHaveLength(5);
  });

  it("keeps unknown keys of other clients as warnings", async () => {
    userFile("config.json", `{"mcpServers": {"a": {"command": "x", "alwaysLoad": true}}}`);
    const config = await loadConfig(options());
    expect(config.problems.map(({ severity, message }) => [severity, message])).toEqual([
      ["warning", "Unknown key 'alwaysLoad' in server 'a'"],
    ]);
    expect(server(config, "a").status).toBe("valid");
  });

  it("does not start a server that another client would have kept off", async () => {
    userFile("config.json", `{"mcpServers": {"a": {"command": "x", "disabled": true}}}`);
    const config = await loadConfig(options());
    expect(stdio(config, "a").enabled).toBe(false);
    expect(config.problems).toEqual([]);
  });

  it("suggests the nearest key at the top of the file", async () => {
    userFile("config.json", `{"mcpServer": {"a": {"command": "x"}}}`);
    expect((await loadConfig(options())).problems[0]?.fix).toBe("Did you mean 'mcpServers'?");
  });

  it.each(["__proto__", "constructor", "toString"])(
    "treats a server or key called %s as data",
    async (name) => {
      userFile(
        "config.json",
        `{"mcpServers": {"${name}": {"command": "x"}, "b": {"command": "x", "${name}": {"a": 1}, "env": {"${name}": "1"}}, "c": {"command": "y"}}}`,
      );
      const config = await loadConfig(options());
      expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
      expect(server(config, "c").status).toBe("valid");
      expect(server(config, name).status).toBe(name === "__proto__" ? "invalid" : "valid");
      expect(messages(config).some((message) => message.includes(name))).toBe(true);
    },
  );

  it("refuses headers that could smuggle a second one", async () => {
    userFile(
      "config.json",
      String.raw`{"mcpServers": {"a": {"url": "http://x", "headers": {"A": "1\r\nB: 2"}}}}`,
    );
    expect(server(await loadConfig(options()), "a").status).toBe("invalid");
  });
});

describe("variables", () => {
  it("come from the environment first, then from .env beside the file", async () => {
    userFile(
      "config.json",
      `{"mcpServers": {"a": {"command": "\${A}", "args": ["\${B}", "env:B", "\${C:-c}"]}}}`,
    );
    userFile(".env", "A=from-file\nB=from-file\n");
    const definition = stdio(await loadConfig(options({ env: { A: "from-env" } })), "a");
    expect([definition.command, ...definition.args]).toEqual(["from-env", "from-file", "from-file", "c"]);
  });

  it("are replaced in no other field", async () => {
    userFile(
      "config.json",
      `{"mcpServers": {"a": {"command": "x", "description": "\${A}", "includeTools": ["\${A}"], "toolTimeouts": {"\${A}": 1}}}}`,
    );
    const definition = stdio(await loadConfig(options({ env: { A: "boom" } })), "a");
    expect([definition.description, definition.includeTools, definition.toolTimeouts]).toEqual([
      "${A}",
      ["${A}"],
      { "${A}": 1 },
    ]);
  });

  it("warn when they are missing, and fail the server in strict mode", async () => {
    userFile("config.json", `{"mcpServers": {"a": {"command": "x", "env": {"TOKEN": "\${NOPE}"}}}}`);
    const lenient = await loadConfig(options());
    expect(stdio(lenient, "a").env).toEqual({ TOKEN: "" });
    expect(lenient.problems).toMatchObject([
      { severity: "warning", server: "a", field: "env.TOKEN", message: expect.stringContaining("NOPE") },
    ]);
    expect(server(await loadConfig(options({ strict: true })), "a").status).toBe("invalid");
  });

  it("may come from files for the user's own servers only", async () => {
    writeFileSync(join(place.home, "token"), "s3cret-value\n");
    const text = `{"mcpServers": {"NAME": {"url": "http://x", "headers": {"Authorization": "Bearer \${file:${place.home}/token}"}}}}`;
    userFile("config.json", text.replace("NAME", "mine"));
    projectFile(".mcp.json", text.replace("NAME", "theirs"));
    const config = await loadConfig(options());
    const mine = server(config, "mine");
    expect(mine.status === "valid" && mine.definition.type === "http" && mine.definition.headers).toEqual({
      Authorization: "Bearer s3cret-value",
    });
    expect(config.secrets).toContain("s3cret-value");
    expect(server(config, "theirs").status).toBe("invalid");
  });

  it("never put a value into a message", async () => {
    userFile(
      "config.json",
      `{"mcpServers": {"a": {"url": "\${API_TOKEN}", "headers": {"X": "\${API_TOKEN}"}}}}`,
    );
    const config = await loadConfig(options({ env: { API_TOKEN: "canary\n-value" } }));
    expect(JSON.stringify(config.problems)).not.toContain("canary");
    expect(config.secrets).toContain("canary\n-value");
  });
});

describe("a project's file", () => {
  it("cannot vouch for its own servers", async () => {
    projectFile(".mcp.json", `{"mcpServers": {"a": {"command": "x", "trust": true}}}`);
    const config = await loadConfig(options());
    expect(stdio(config, "a").trust).toBe(false);
    expect(messages(config)).toEqual([expect.stringContaining("is ignored")]);
  });

  it("cannot choose the built-in servers", async () => {
    projectFile("tackle.yaml", "tools: {builtin: [shell], mcp_servers: []}");
    const config = await loadConfig(options());
    expect(config.settings.builtin).toBeUndefined();
    expect(messages(config)).toEqual([expect.stringContaining("'builtin' is ignored")]);
  });

  it("has the values of its own .env in what must be approved, and not those of the environment", async () => {
    projectFile(".mcp.json", `{"mcpServers": {"a": {"command": "\${TOOL}", "env": {"T": "\${TOKEN}"}}}}`);
    projectFile(".env", "TOOL=safe");
    const config = await loadConfig(options({ env: { TOKEN: "secret-1" } }));
    const found = server(config, "a");
    expect(found.status === "valid" && found.subject).toEqual({
      type: "stdio",
      command: ["${TOOL}"],
      env: { T: "${TOKEN}" },
      cwd: place.project,
      projectVariables: { TOOL: "safe" },
    });
  });
});
