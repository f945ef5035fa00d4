import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StdioServer } from "../types.ts";
import type { Config, ConfiguredServer } from "./config.ts";
import { loadConfig, type LoadOptions } from "./load-config.ts";

let home = "";
let project = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tackle home ü "));
  project = join(home, "some project");
  mkdirSync(join(home, ".config/tacklebox"), { recursive: true });
  mkdirSync(join(project, "deep/down"), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));

const options = (rest: Partial<LoadOptions> = {}): LoadOptions => ({
  cwd: project,
  ...rest,
  env: { HOME: home, ...rest.env },
});
const userFile = (name: string, text: string) => writeFileSync(join(home, ".config/tacklebox", name), text);
const projectFile = (name: string, text: string) => writeFileSync(join(project, name), text);
const server = (config: Config, name: string): ConfiguredServer => {
  const found = config.servers.get(name);
  if (found === undefined) throw new Error(`no server ${name}`);
  return found;
};
const stdio = (config: Config, name: string): StdioServer => {
  const found = server(config, name);
  if (found.status !== "valid" || found.definition.type !== "stdio")
    throw new Error(`${name} is no valid stdio server`);
  return found.definition;
};
const messages = (config: Config) => config.problems.map((problem) => problem.message);

describe("sources", () => {
  it("gives an empty configuration where there is none", async () => {
    const config = await loadConfig(options());
    expect(config.servers.size).toBe(0);
    expect(config.problems).toEqual([]);
  });

  it("lets the higher source replace the whole entry and keeps the origins of those it hides", async () => {
    userFile("config.yaml", "mcpServers: {a: {command: user, env: {X: '1'}}, b: {command: user}}");
    userFile("config.json", `{"mcpServers": {"e": {"command": "user-json"}}}`);
    projectFile(".mcp.json", `{"mcpServers": {"a": {"command": "project"}, "c": {"command": "project"}}}`);
    projectFile("tackle.toml", `[mcpServers.d]\ncommand = "project-toml"`);
    writeFileSync(join(home, "flag.json"), `{"mcpServers": {"c": {"command": "flag"}}}`);
    const config = await loadConfig(
      options({
        cwd: join(project, "deep/down"),
        configFiles: [join(home, "flag.json")],
        env: { TACKLE_MCP_SERVERS: `{"mcpServers": {"b": {"command": "inline"}}}` },
      }),
    );
    const origins = [...config.servers].map(([name, { origin }]) => [
      name,
      origin.scope,
      stdio(config, name).command,
    ]);
    expect(origins).toEqual([
      ["a", "project", "project"],
      ["b", "environment", "inline"],
      ["c", "flag", "flag"],
      ["d", "project", "project-toml"],
      ["e", "user", "user-json"],
    ]);
    expect(stdio(config, "a").env).toEqual({});
    expect(server(config, "a").shadows.map((origin) => origin.scope)).toEqual(["user"]);
    expect(config.sources.map((source) => source.scope)).toEqual([
      "environment",
      "flag",
      "project",
      "project",
      "user",
      "user",
    ]);
  });

  it("honours XDG_CONFIG_HOME when it is absolute", async () => {
    mkdirSync(join(home, "xdg/tacklebox"), { recursive: true });
    writeFileSync(join(home, "xdg/tacklebox/config.json"), `{"mcpServers": {"x": {"command": "xdg"}}}`);
    expect(
      (await loadConfig(options({ env: { XDG_CONFIG_HOME: join(home, "xdg") } }))).servers.has("x"),
    ).toBe(true);
    expect((await loadConfig(options({ env: { XDG_CONFIG_HOME: "xdg" } }))).servers.has("x")).toBe(false);
  });

  it("says that a file named on the command line does not exist", async () => {
    const config = await loadConfig(options({ configFiles: ["nowhere.json"] }));
    expect(config.sources[0]?.failure?.message).toBe("The file does not exist");
  });

  it("reads the file of TACKLE_CONFIG, unless one is named on the command line", async () => {
    writeFileSync(join(home, "a.json"), `{"mcpServers": {"a": {"command": "a"}}}`);
    writeFileSync(join(home, "b.json"), `{"mcpServers": {"b": {"command": "b"}}}`);
    const env = { TACKLE_CONFIG: join(home, "a.json") };
    expect([...(await loadConfig(options({ env }))).servers.keys()]).toEqual(["a"]);
    expect([
      ...(await loadConfig(options({ env, configFiles: [join(home, "b.json")] }))).servers.keys(),
    ]).toEqual(["b"]);
  });
});

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
        message: "'args' must be a list of strings, not a string",
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
    expect(server(await loadConfig(options()), "a").status).toBe("invalid");
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

describe("files that are no configuration", () => {
  it.each([
    ["empty", "", /empty/],
    ["blank", " \n\n", /empty/],
    ["half-written", `{"mcpServers": {"a": {"comm`, /./],
    ["binary", "\u0000\u0001\u0002", /binary/],
    ["a single value", `"hello"`, /single value/],
    ["a key given twice", `{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}`, /twice/],
    ["nested too deep", "[".repeat(100_000), /deep|nest/],
    ["50 MB", " ".repeat(50_000_000), /bytes; the limit/],
    ["no servers", `{"hello": 1}`, /names no servers/],
  ])("says what is wrong with a file that is %s", async (_what, text, expected) => {
    userFile("config.json", text);
    const config = await loadConfig(options());
    expect(config.problems).toHaveLength(1);
    expect(config.problems[0]).toMatchObject({ severity: "error", message: expect.stringMatching(expected) });
  });

  it("reads a file with a byte order mark", async () => {
    userFile("config.json", `\uFEFF{"mcpServers": {"a": {"command": "x"}}}`);
    expect(server(await loadConfig(options()), "a").origin).toMatchObject({ line: 1, column: 17 });
  });

  it("keeps the servers of the other files", async () => {
    userFile("config.json", `{"mcpServers": {"a": {"command": "x"}}}`);
    projectFile("tackle.yaml", "mcpServers: {b: [");
    const config = await loadConfig(options());
    expect([...config.servers.keys()]).toEqual(["a"]);
    expect(config.sources.find((source) => source.scope === "project")?.failure).toMatchObject({ line: 1 });
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
    writeFileSync(join(home, "token"), "s3cret-value\n");
    const text = `{"mcpServers": {"NAME": {"url": "http://x", "headers": {"Authorization": "Bearer \${file:${home}/token}"}}}}`;
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

  it("has the values of its own .env in what must be approved, and not those of the environment", async () => {
    projectFile(".mcp.json", `{"mcpServers": {"a": {"command": "\${TOOL}", "env": {"T": "\${TOKEN}"}}}}`);
    projectFile(".env", "TOOL=safe");
    const config = await loadConfig(options({ env: { TOKEN: "secret-1" } }));
    const found = server(config, "a");
    expect(found.status === "valid" && found.subject).toEqual({
      type: "stdio",
      command: ["${TOOL}"],
      env: { T: "${TOKEN}" },
      cwd: project,
      projectVariables: { TOOL: "safe" },
    });
  });
});

describe("accepted shapes", () => {
  const folder = join(import.meta.dirname, "../../examples/config");
  const names = [
    "mcp-servers.json",
    "mcp-servers.yaml",
    "mcp-servers.toml",
    "mcp-object.json",
    "mcp-list.yaml",
    "tools-list.yaml",
    "mcp-tables.toml",
    "bare-array.json",
  ];

  it.each(names)("%s describes the same servers as the canonical form", async (name) => {
    const load = async (file: string) => {
      const config = await loadConfig(options({ configFiles: [join(folder, file)] }));
      expect(config.problems).toEqual([]);
      return [...config.servers.values()].map((found) => found.status === "valid" && found.definition);
    };
    const servers = await load(name);
    expect(servers).toEqual(await load("mcp-servers.json"));
    expect(servers).toMatchObject([
      { name: "docs", type: "http", headers: { Authorization: "Bearer none" } },
      { name: "files", type: "stdio", command: "npx", env: { LOG_LEVEL: "info" } },
      { name: "memory", type: "stdio", enabled: false },
    ]);
  });

  it("lets mcp.enabled switch every server of its file off", async () => {
    userFile(
      "config.json",
      `{"mcp": {"enabled": false, "servers": {"a": {"command": "x"}}, "globalSettings": {"timeout": 5, "debug": true}}}`,
    );
    expect(stdio(await loadConfig(options()), "a")).toMatchObject({
      enabled: false,
      timeout: 5,
      debug: true,
    });
  });

  it("reads a server that is called 'servers'", async () => {
    userFile("config.toml", `[mcp.servers]\ncommand = ["x"]\n[mcp.other]\nurl = "http://y"`);
    expect([...(await loadConfig(options())).servers.keys()]).toEqual(["other", "servers"]);
  });

  it("reports items without a name and names given twice", async () => {
    userFile(
      "config.json",
      `[{"name": "a", "command": "x"}, {"command": "y"}, {"name": "a", "command": "z"}]`,
    );
    const config = await loadConfig(options());
    expect(stdio(config, "a").command).toBe("x");
    expect(messages(config)).toEqual([
      "Server number 2 in the list has no name",
      expect.stringContaining("defined twice"),
    ]);
  });
});
