import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Bench } from "./tackle.ts";

const FIXTURES = resolve(import.meta.dirname, "../../src/config/import-clients/fixtures");

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
afterEach(() => bench.dispose());

interface Expected {
  readonly servers: readonly {
    readonly name: string;
    readonly isProjects?: true;
    readonly server: Readonly<Record<string, unknown>>;
    readonly skipped?: string;
  }[];
}

/** Puts a client's example into the home and returns the folder to run in. */
function place(client: string): string {
  cpSync(join(FIXTURES, client, "home"), bench.home, { recursive: true });
  const project = join(bench.home, "project");
  return existsSync(project) ? project : bench.project;
}

const cursor = (servers: object): string =>
  bench.write("../.cursor/mcp.json", JSON.stringify({ mcpServers: servers }));

const names = (list: unknown): readonly string[] => (list as { name: string }[]).map(({ name }) => name);

describe("the servers of", () => {
  it.each(readdirSync(FIXTURES))("%s are listed after an import", async (client) => {
    const cwd = place(client);
    const { servers } = JSON.parse(readFileSync(join(FIXTURES, client, "expected.json"), "utf8")) as Expected;
    const wanted = servers.filter(
      ({ skipped, server }) => skipped === undefined && !String(server["url"]).startsWith("unix:"),
    );
    const imported = await bench.run(["import", "--all", "--json"], { cwd });
    expect(imported).toMatchObject({ code: 0, json: { added: wanted.map(({ name }) => name) } });
    const listed = await bench.run(["list", "--json"], { cwd });
    expect(listed.json).toEqual(
      wanted
        .map(({ name, server, isProjects }) =>
          expect.objectContaining({
            name,
            type: server["type"] ?? (server["url"] === undefined ? "stdio" : "http"),
            enabled: server["enabled"] ?? true,
            source: isProjects ? "project" : "user",
            trusted: !isProjects,
          }),
        )
        .sort((a, b) => (String(a.sample.name) < String(b.sample.name) ? -1 : 1)),
    );
    const again = await bench.run(["import", "--all", "--json"], { cwd });
    expect(again).toMatchObject({ code: 0, json: { added: [] } });
  });
});

describe("without a choice it", () => {
  it("says what there is and how to add it, and writes nothing", async () => {
    cursor({ a: { command: "x" } });
    const { code, stdout } = await bench.run(["import"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/a +Cursor +new +x/);
    expect(stdout).toContain("tackle import --all");
    expect(existsSync(bench.userFile)).toBe(false);
  });

  it("says that there is nothing", async () => {
    const { code, stdout } = await bench.run(["import"]);
    expect([code, stdout]).toEqual([0, "No configuration of another client was found.\n"]);
    expect((await bench.run(["import", "--json"])).json).toMatchObject({ added: [], servers: [] });
  });
});

describe("--dry-run", () => {
  it.each([["--all"], ["--from", "cursor"], ["a"], []])(
    "with %s writes nothing and says what it would",
    async (...args) => {
      cursor({ a: { command: "x", alwaysOn: true } });
      const { code, stdout, stderr } = await bench.run(["import", "--dry-run", ...args]);
      expect(code).toBe(0);
      expect(stdout).toBe(`Would add to ${bench.userFile}: a\n`);
      expect(stderr).toContain("a (Cursor): 'alwaysOn' is not copied");
      expect(existsSync(bench.userFile)).toBe(false);
    },
  );
});

describe("a choice", () => {
  beforeEach(() => {
    cursor({ a: { command: "x" }, b: { command: "y" } });
    bench.write("../.codex/config.toml", `[mcp_servers.c]\ncommand = "z"\n`);
  });

  it("of a client takes that client's alone", async () => {
    expect((await bench.run(["import", "--from", "Codex", "--json"])).json).toMatchObject({ added: ["c"] });
    expect(names((await bench.run(["list", "--json"])).json)).toEqual(["c"]);
  });

  it("of names takes these alone", async () => {
    expect((await bench.run(["import", "b", "c", "--json"])).json).toMatchObject({ added: ["b", "c"] });
  });

  it.each([
    [["import", "--from", "cursr"], 2, "Did you mean 'cursor'?"],
    [["import", "--from", "zed"], 1, ".config/zed/settings.json"],
    [["import", "nope"], 1, "No other client has a server 'nope'"],
    [["import", "--", "x"], 2, "Too many words"],
  ])("that cannot be made is an error: %j", async (args, exitCode, part) => {
    const { code, stderr } = await bench.run(args);
    expect(stderr).toContain(part);
    expect(code).toBe(exitCode);
    expect(existsSync(bench.userFile)).toBe(false);
  });
});

it("keeps the comments and the format of our file", async () => {
  cursor({ b: { command: "npx", env: { A: "${env:A}" } } });
  const file = bench.write(
    "../.config/tacklebox/config.yaml",
    "# mine\nmcpServers:\n  a:\n    command: x # one\n",
  );
  expect((await bench.run(["import", "--all"])).code).toBe(0);
  expect(bench.read(file)).toContain(
    "# mine\nmcpServers:\n  a:\n    command: x # one\n  b:\n    command: npx\n",
  );
  expect(bench.read(file)).toContain("${A}");
});

it("copies a plain secret and warns of it without showing it", async () => {
  cursor({ a: { command: "x", args: ["--token", "canary-canary"], env: { API_KEY: "canary-canary" } } });
  for (const args of [["import"], ["import", "--dry-run"], ["import", "--all", "--json"]]) {
    const { stdout, stderr } = await bench.run(args);
    expect(stderr).toContain("'env.API_KEY' holds a secret in plain text");
    expect(stdout + stderr).not.toContain("canary");
  }
  expect(bench.read(bench.userFile)).toContain(`"API_KEY": "canary-canary"`);
  expect(statSync(bench.userFile).mode & 0o777).toBe(0o600);
});

describe("a project's own file", () => {
  beforeEach(() => {
    bench.write(".cursor/mcp.json", JSON.stringify({ mcpServers: { evil: { command: "evil" } } }));
  });

  it("cannot put servers where they would start without approval", async () => {
    const { stderr } = await bench.run(["import", "--all"], { env: { TACKLE_CONFIG: "../own.json" } });
    expect(stderr).toContain("tackle trust");
    expect((await bench.run(["list", "--json"])).json).toMatchObject([
      { name: "evil", source: "project", trusted: false, status: "untrusted" },
    ]);
  });

  it("is moved to the user's by --scope user", async () => {
    await bench.run(["import", "evil", "--scope", "user"]);
    expect((await bench.run(["list", "--json"])).json).toMatchObject([{ source: "user", trusted: true }]);
  });
});

it("says of a broken file where it is broken, and imports the others", async () => {
  const file = cursor({});
  bench.write(file, `{"mcpServers": {\n  "a": nonsense\n}}`);
  bench.write("../.codex/config.toml", `[mcp_servers.c]\ncommand = "z"\n`);
  const all = await bench.run(["import", "--all"]);
  expect(all).toMatchObject({ code: 0, stderr: expect.stringContaining(`${file}:2:8`) });
  expect(names((await bench.run(["list", "--json"])).json)).toEqual(["c"]);
  expect((await bench.run(["import", "--from", "cursor"])).code).toBe(1);
});

it("leaves the project's .mcp.json to itself", async () => {
  const file = bench.write(".mcp.json", JSON.stringify({ mcpServers: { a: { command: "x" } } }));
  const { json, stderr } = await bench.run(["import", "--all", "--json"]);
  expect(json).toMatchObject({ added: [] });
  expect(stderr).toContain(`${file} is in use as it stands`);
});

it("shows what is there already under the name of the client's file, and as what it is there", async () => {
  bench.write(bench.userFile, JSON.stringify({ mcpServers: { mine: { command: "one" } } }));
  cursor({ theirs: { command: "one" }, first: { command: "two" }, second: { command: "two" } });
  const { stdout } = await bench.run(["import"]);
  expect(stdout).toMatch(/^theirs +Cursor +configured as mine +one$/m);
  expect(stdout).toMatch(/^first +Cursor +new +two$/m);
  expect(stdout).toMatch(/^second +Cursor +same as first +two$/m);
});

it("shows no control characters of another client's file", async () => {
  cursor({ "a\u001b[31m": { command: "x\u001b]0;t\u0007" } });
  const { stdout, stderr } = await bench.run(["import"]);
  expect(stdout + stderr).not.toContain("\u001b");
});
