import { mkdirSync, writeFileSync } from "node:fs";
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
    writeFileSync(join(place.home, "flag.json"), `{"mcpServers": {"c": {"command": "flag"}}}`);
    const config = await loadConfig(
      options({
        cwd: join(place.project, "deep/down"),
        configFiles: [join(place.home, "flag.json")],
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
    mkdirSync(join(place.home, "xdg/tacklebox"), { recursive: true });
    writeFileSync(join(place.home, "xdg/tacklebox/config.json"), `{"mcpServers": {"x": {"command": "xdg"}}}`);
    expect(
      (await loadConfig(options({ env: { XDG_CONFIG_HOME: join(place.home, "xdg") } }))).servers.has("x"),
    ).toBe(true);
    expect((await loadConfig(options({ env: { XDG_CONFIG_HOME: "xdg" } }))).servers.has("x")).toBe(false);
  });

  it("says that a file named on the command line does not exist", async () => {
    const config = await loadConfig(options({ configFiles: ["nowhere.json"] }));
    expect(config.sources[0]?.failure?.message).toBe("The file does not exist");
  });

  it("takes a bare map of servers from TACKLE_MCP_SERVERS", async () => {
    const env = { TACKLE_MCP_SERVERS: `{"a": {"command": "x"}}` };
    const config = await loadConfig(options({ env }));
    expect([...config.servers.keys()]).toEqual(["a"]);
    expect(config.problems).toEqual([]);
  });

  it("reads the file of TACKLE_CONFIG, unless one is named on the command line", async () => {
    writeFileSync(join(place.home, "a.json"), `{"mcpServers": {"a": {"command": "a"}}}`);
    writeFileSync(join(place.home, "b.json"), `{"mcpServers": {"b": {"command": "b"}}}`);
    const env = { TACKLE_CONFIG: join(place.home, "a.json") };
    expect([...(await loadConfig(options({ env }))).servers.keys()]).toEqual(["a"]);
    expect([
      ...(await loadConfig(options({ env, configFiles: [join(place.home, "b.json")] }))).servers.keys(),
    ]).toEqual(["b"]);
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

  it.each([
    ["config.json", ""],
    ["config.json", "// nothing yet"],
    ["config.yaml", "# nothing yet\n"],
    ["config.toml", "# nothing yet\n"],
  ])(
    "goes on with the other sources when %s is empty, and still calls it an error: %j",
    async (name, text) => {
      userFile(name, text);
      projectFile(".mcp.json", `{"mcpServers": {"a": {"command": "x"}}}`);
      const config = await loadConfig(options());
      expect(config.sources.map(({ failure }) => failure)).toEqual([undefined, undefined]);
      expect(config.problems).toMatchObject([{ severity: "error", message: "the file is empty" }]);
      expect([...config.servers.keys()]).toEqual(["a"]);
    },
  );

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
    "bare-map.json",
    "vscode-servers.json",
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
