import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Bench, TACKLE } from "./tackle.ts";

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
afterEach(() => bench.dispose());

const envFile = (): string => join(bench.home, ".config/tacklebox/.env");
const servers = (file: string): Record<string, unknown> =>
  (JSON.parse(bench.read(file)) as { mcpServers: Record<string, unknown> }).mcpServers;

describe("tackle presets", () => {
  it("lists and searches them", async () => {
    const all = (await bench.run(["presets", "--json"])).json as { name: string }[];
    expect(all.length).toBeGreaterThan(30);
    const found = (await bench.run(["presets", "brave", "news", "--json"])).json;
    expect(found).toMatchObject([
      { name: "brave-search", needs: [{ name: "BRAVE_API_KEY", secret: true, required: true }] },
    ]);
    expect((await bench.run(["presets"])).stdout).toContain("playwright");
    const one = await bench.run(["presets", "GitHub"]);
    expect(one.stdout).toContain("https://github.com/settings/personal-access-tokens");
  });

  it("lists the built-in servers, too, marked so, and shows both where a name means two", async () => {
    const all = (await bench.run(["presets", "--json"])).json as { name: string; builtin: boolean }[];
    const builtIns = all.filter(({ builtin }) => builtin).map(({ name }) => name);
    expect(builtIns).toEqual(expect.arrayContaining(["bash", "edit", "filesystem", "git", "search", "web"]));
    expect((await bench.run(["presets"])).stdout).toMatch(/^bash +built-in +- +Runs commands/m);
    const { stdout } = await bench.run(["presets", "git"]);
    expect(stdout).toMatch(/^built-in +git$/m);
    expect(stdout).toMatch(/^add it +tackle add git$/m);
    expect(stdout).toMatch(/^add it +tackle add git --preset git$/m);
  });

  it("offers what is near when nothing is found", async () => {
    const { code, stderr } = await bench.run(["presets", "playwrigt"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("'playwright'")]);
  });
});

describe("tackle add BUILTIN", () => {
  it("switches it on, says when it is on already, and switches on again what was off", async () => {
    expect((await bench.run(["add", "edit", "--json"])).json).toEqual({
      name: "edit",
      builtin: "edit",
      file: bench.userFile,
      added: true,
    });
    expect(servers(bench.userFile)).toEqual({ edit: { type: "inprocess" } });
    const again = await bench.run(["add", "edit"]);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("'edit' is on already, in") });
    await bench.run(["disable", "edit"]);
    expect((await bench.run(["add", "edit"])).stdout).toContain("'edit' is enabled in");
    expect((await bench.run(["list", "--json"])).json).toMatchObject([{ name: "edit", status: "enabled" }]);
  });

  it("knows of one that the list 'builtin' names", async () => {
    bench.write(bench.userFile, `{"settings": {"builtin": ["web"]}}`);
    expect((await bench.run(["add", "web", "--json"])).json).toMatchObject({ added: false });
    expect(bench.read(bench.userFile)).toBe(`{"settings": {"builtin": ["web"]}}`);
  });

  it("comes before a preset of the same name, and says how to choose", async () => {
    const { code, stderr } = await bench.run(["add", "git"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("tackle add git --preset git")]);
    expect((await bench.run(["add", "git", "--preset", "git", "--force", "--json"])).json).toMatchObject({
      preset: "git",
    });
    expect(servers(bench.userFile)).toMatchObject({ git: { command: "uvx" } });
    expect((await bench.run(["add", "git", "--builtin", "git"])).code).toBe(1); // the other is there
    const set = await bench.run(["add", "filesystem", "--set", "FOLDER=/x"]);
    expect(set).toMatchObject({ code: 2, stderr: expect.stringContaining("--preset filesystem --set") });
  });

  it("takes a name and a folder of your own, and the project's file", async () => {
    await bench.run(["add", "notes", "--builtin", "search", "--cwd", ".", "--timeout", "2m"]);
    expect(servers(bench.userFile)).toEqual({
      notes: { builtin: "search", cwd: bench.project, timeout: 120_000 },
    });
    expect((await bench.run(["add", "bash", "--scope", "project"])).code).toBe(0);
    expect((await bench.run(["get", "bash", "--json"])).json).toMatchObject({
      source: "project",
      status: "enabled",
    });
  });

  it.each([
    [["add", "serch"], "'search'"],
    [["add", "x", "--builtin", "serch"], "Did you mean 'search'?"],
    [["add", "x", "--transport", "inprocess"], "There is no built-in server 'x'"],
    [["add-json", "x", '{"builtin": "wbe"}'], "Did you mean 'web'?"],
    [["add", "web", "--builtin", "web", "--preset", "github"], "in more than one way"],
    [["add", "web", "--transport", "http"], "has its transport already"],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await bench.run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("tackle add PRESET", () => {
  it.each(["playwright", "ms365", "context7"])("adds %s, which needs nothing", async (name) => {
    const { code, json } = await bench.run(["add", name, "--json"]);
    expect(code).toBe(0);
    expect(json).toMatchObject({ name, added: true, preset: name, missing: [], stored: [] });
    expect((await bench.run(["list", "--json"])).json).toMatchObject([
      { name, type: "stdio", status: "enabled", problems: [] },
    ]);
    expect(existsSync(envFile())).toBe(false);
  });

  it("without a terminal adds the reference and says what to set and where to get it", async () => {
    const { code, stdout, stderr } = await bench.run(["add", "github"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Added 'github'");
    expect(stderr).toContain("Set GITHUB_PERSONAL_ACCESS_TOKEN in the environment or in");
    expect(stderr).toContain("Get it: https://github.com/settings/personal-access-tokens");
    expect(servers(bench.userFile)).toEqual({
      github: {
        url: "https://api.githubcopilot.com/mcp/",
        headers: { Authorization: "Bearer ${GITHUB_PERSONAL_ACCESS_TOKEN}" },
      },
    });
  });

  it("takes a variable from the environment as it is", async () => {
    const { json, stderr } = await bench.run(["add", "brave-search", "--json"], {
      env: { BRAVE_API_KEY: "canary" },
    });
    expect(json).toMatchObject({ missing: [], stored: [] });
    expect(stderr).toBe("");
    expect(bench.read(bench.userFile)).not.toContain("canary");
    expect(existsSync(envFile())).toBe(false);
  });

  it("keeps a secret in .env for its owner alone, and never shows it", async () => {
    const { json, stdout, stderr } = await bench.run([
      "add",
      "tavily",
      "--set",
      "tavily_api_key=canary x",
      "--json",
    ]);
    expect(json).toMatchObject({ missing: [], stored: ["TAVILY_API_KEY"], envFile: envFile() });
    expect(stdout + stderr + bench.read(bench.userFile)).not.toContain("canary");
    expect(readFileSync(envFile(), "utf8")).toBe("TAVILY_API_KEY='canary x'\n");
    expect(statSync(envFile()).mode & 0o777).toBe(0o600);
    const listed = await bench.run(["list", "--json", "--strict"]);
    expect(listed.json).toMatchObject([{ name: "tavily", status: "enabled", problems: [] }]);
  });

  it("asks no more for what .env has", async () => {
    bench.write(envFile(), "BRAVE_API_KEY=canary\n");
    expect((await bench.run(["add", "brave", "--json"])).json).toMatchObject({
      name: "brave",
      preset: "brave-search",
      missing: [],
    });
  });

  it("puts arguments in place, and options on top", async () => {
    const set = ["--set", "FOLDER=~/a", "--set", "FOLDER=b"];
    await bench.run([
      "add",
      "notes",
      "--preset",
      "filesystem",
      ...set,
      "--lazy",
      "-e",
      "A=1",
      "--timeout",
      "5000",
    ]);
    expect(servers(bench.userFile)["notes"]).toEqual({
      command: "npx",
      args: ["-y", "@modelcontextprotocol/server-filesystem", `${bench.home}/a`, `${bench.project}/b`],
      env: { A: "1" },
      timeout: 5000,
      connect: "lazy",
    });
  });

  it("keeps a project's file free of secrets and of an .env", async () => {
    const { stderr } = await bench.run(["add", "brave-search", "--scope", "project"]);
    expect(stderr).toContain("Set BRAVE_API_KEY in the environment:");
    expect(servers(".mcp.json")["brave-search"]).toMatchObject({
      env: { BRAVE_API_KEY: "${BRAVE_API_KEY}" },
    });
    const set = await bench.run(["add", "exa", "--scope", "project", "--set", "EXA_API_KEY=canary"]);
    expect(set.code).toBe(2);
    expect(existsSync(join(bench.project, ".env"))).toBe(false);
  });

  it.each([
    [["add", "playwrigt"], "Did you mean 'playwright'?"],
    [["add", "zzzzzzz"], "tackle presets"],
    [["add", "x", "--preset", "githb"], "'github'"],
    [["add", "github", "--set", "TOKEN=x"], "GITHUB_PERSONAL_ACCESS_TOKEN"],
    [["add", "github", "--set", "novalue"], "has no value"],
    [["add", "github", "-e", "A=1"], "--env has no meaning"],
    [["add", "x", "--preset", "github", "--", "y"], "more than one way"],
    [["add", "x", "--set", "A=1", "--", "y"], "--set"],
    [["add", "x", "npx", "--yes", "y"], "Put '--' before"],
    [["add", "x", "npx", "--package", "y", "z"], "Put '--' before"],
    [["add", "x", "uvx", "--from", "y", "z"], "more than one way"],
  ])("answers %j with a usage error", async (args, part) => {
    const { code, stderr } = await bench.run(args);
    expect(stderr).toContain(part);
    expect(code).toBe(2);
    expect(existsSync(bench.userFile)).toBe(false);
  });

  it("does not keep a secret for a server that could not be added", async () => {
    await bench.run(["add", "tavily"]);
    const { code } = await bench.run(["add", "tavily", "--set", "TAVILY_API_KEY=canary"]);
    expect(code).not.toBe(0);
    expect(existsSync(envFile())).toBe(false);
  });
});

const hasScript = String(spawnSync("script", ["--version"]).stdout).includes("util-linux");

describe.skipIf(!hasScript)("on a terminal (needs util-linux' script)", () => {
  /** Types each answer when its question is there. */
  function typeAt(args: readonly string[], answers: readonly (readonly [RegExp, string])[]) {
    const line = [process.execPath, TACKLE, ...args].map((word) => `'${word}'`).join(" ");
    const child = spawn("script", ["-qec", line, "/dev/null"], {
      cwd: bench.project,
      env: { PATH: process.env["PATH"], HOME: bench.home, TERM: "dumb", NO_COLOR: "1" },
    });
    const waiting = [...answers];
    let shown = "";
    child.stdout.on("data", (chunk: Buffer) => {
      shown += chunk.toString();
      const [next] = waiting;
      if (next === undefined || !next[0].test(shown)) return;
      waiting.shift();
      child.stdin.write(next[1]);
    });
    return new Promise<{ code: number | null; shown: string }>((done, fail) => {
      child.once("error", fail);
      child.once("close", (code) => done({ code, shown }));
    });
  }

  it("asks for what is missing, without showing a secret", async () => {
    const { code, shown } = await typeAt(
      ["add", "brave-search"],
      [[/BRAVE_API_KEY: \(not shown\) /, "canary-key\r"]],
    );
    expect(shown).toContain("https://api-dashboard.search.brave.com/app/keys");
    expect(shown).not.toContain("canary");
    expect(code).toBe(0);
    expect(readFileSync(envFile(), "utf8")).toBe("BRAVE_API_KEY=canary-key\n");
    expect(bench.read(bench.userFile)).not.toContain("canary");
  });

  it("takes Enter for the usual answer", async () => {
    await typeAt(["add", "filesystem", "--preset", "filesystem"], [[/FOLDER \[\.\]: /, "\r"]]);
    expect(servers(bench.userFile)["filesystem"]).toMatchObject({ args: ["-y", expect.anything(), "."] });
  });

  it("adds nothing on Ctrl-C", async () => {
    const { code } = await typeAt(["add", "brave-search"], [[/not shown/, "\u0003"]]);
    expect(code).toBe(130);
    expect(existsSync(bench.userFile)).toBe(false);
  });

  it("asks which servers to import", async () => {
    bench.write(
      "../.cursor/mcp.json",
      JSON.stringify({ mcpServers: { a: { command: "x" }, b: { command: "y" }, c: { command: "z" } } }),
    );
    const { code, shown } = await typeAt(["import"], [[/Which ones\?.*: /, "1,3\r"]]);
    expect(shown).toContain("Added to");
    expect(code).toBe(0);
    expect(Object.keys(servers(bench.userFile))).toEqual(["a", "c"]);
  });

  it("asks before it adds what comes from elsewhere", async () => {
    bench.write("server.json", JSON.stringify(WEATHER));
    const no = await typeAt(
      ["add", "weather", "--from", "server.json"],
      [[/Add this server\? \[y\/N\] /, "n\r"]],
    );
    expect(no.shown).toContain("npx -y @example/weather@1.0.0");
    expect(existsSync(bench.userFile)).toBe(false);
    const yes = await typeAt(
      ["add", "weather", "--from", "server.json"],
      [
        [/Add this server\? \[y\/N\] /, "y\r"],
        [/WEATHER_KEY: \(not shown\) /, "canary\r"],
      ],
    );
    expect(yes.code).toBe(0);
    expect(readFileSync(envFile(), "utf8")).toBe("WEATHER_KEY=canary\n");
  });
});

const WEATHER = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: "io.github.example/weather",
  description: "Tells the weather\u001b]0;x\u0007",
  version: "1.0.0",
  packages: [
    { registryType: "mcpb", identifier: "https://example.com/weather.mcpb", transport: { type: "stdio" } },
    {
      registryType: "npm",
      identifier: "@example/weather",
      version: "1.0.0",
      transport: { type: "stdio" },
      environmentVariables: [
        { name: "WEATHER_KEY", description: "The key", isRequired: true, isSecret: true },
      ],
    },
    { registryType: "pypi", identifier: "weather", version: "1.0.0", transport: { type: "stdio" } },
  ],
  remotes: [{ type: "streamable-http", url: "https://weather.example.com/mcp" }],
};

describe("tackle add --from", () => {
  beforeEach(() => {
    bench.write("server.json", JSON.stringify(WEATHER));
  });

  it("shows the exact definition and needs --yes without a terminal", async () => {
    const { code, stderr } = await bench.run(["add", "weather", "--from", "server.json"]);
    expect(stderr).toContain("npx -y @example/weather@1.0.0");
    expect(stderr).toContain("WEATHER_KEY");
    expect(stderr).toContain("--yes");
    expect(stderr).not.toContain("\u001b");
    expect(code).toBe(1);
    expect(existsSync(bench.userFile)).toBe(false);
  });

  it("adds the first package that can be run, with --yes", async () => {
    const { json } = await bench.run(["add", "weather", "--from", "server.json", "--yes", "--json"]);
    expect(json).toMatchObject({ name: "weather", missing: [{ name: "WEATHER_KEY", about: "The key" }] });
    expect(servers(bench.userFile)["weather"]).toEqual({
      command: "npx",
      args: ["-y", "@example/weather@1.0.0"],
      env: { WEATHER_KEY: "${WEATHER_KEY}" },
    });
  });

  it.each([
    ["3", { command: "uvx", args: ["weather@1.0.0"] }],
    ["4", { url: "https://weather.example.com/mcp" }],
  ])("adds the one that --package %s names", async (number, server) => {
    await bench.run(["add", "weather", "--from", "server.json", "--package", number, "--yes"]);
    expect(servers(bench.userFile)["weather"]).toEqual(server);
  });

  it.each([
    [["--package", "1"], 2, "unzip it"],
    [["--package", "9"], 2, "There is no package 9"],
    [["--package", "x"], 2, "There is no package x"],
  ])("says what there is when %j cannot be had", async (args, exitCode, part) => {
    const { code, stderr } = await bench.run(["add", "weather", "--from", "server.json", "--yes", ...args]);
    expect(stderr).toContain(part);
    expect(stderr).toContain("2: npm @example/weather 1.0.0");
    expect(code).toBe(exitCode);
  });

  it.each([
    ["nowhere.json", "does not exist"],
    ["broken.json", "broken.json:1:"],
    ["other.json", "no server.json"],
    ["http://example.invalid/server.json", "not https"],
    ["https://127.0.0.1:1/server.json", "Cannot fetch"],
  ])("says why %s cannot be read", async (source, part) => {
    bench.write("broken.json", "{oops");
    bench.write("other.json", "{}");
    const { code, stderr } = await bench.run(["add", "weather", "--from", source, "--yes"]);
    expect(stderr).toContain(part);
    expect(code).not.toBe(0);
    expect(existsSync(bench.userFile)).toBe(false);
  });

  describe("an address", () => {
    let server: Server;
    beforeEach(async () => {
      server = createServer((_request, response) => response.end(JSON.stringify({ server: WEATHER })));
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    });
    afterEach(async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    });

    it("is fetched", async () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v0/servers/weather`;
      const { code, json } = await bench.run(["add", "weather", "--from", url, "--yes", "--json"]);
      expect(code).toBe(0);
      expect(json).toMatchObject({ added: true, from: url, registryName: "io.github.example/weather" });
    });
  });
});
