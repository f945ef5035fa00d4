import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Bench } from "./tackle.ts";

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
afterEach(() => bench.dispose());

const project = (servers: object): string =>
  bench.write(".mcp.json", JSON.stringify({ mcpServers: servers }));
const servers = (file: string): Record<string, unknown> =>
  (JSON.parse(bench.read(file)) as { mcpServers: Record<string, unknown> }).mcpServers;

describe("an edit with --scope", () => {
  it("acts on the entry of that scope, by its own switch, and says which entry is in use", async () => {
    const file = project({ a: { command: "p", enabled: false } });
    await bench.run(["add", "a", "--", "u"]);
    const { json, stderr } = await bench.run(["toggle", "a", "--scope", "user", "--json"]);
    expect(json).toMatchObject({ name: "a", file: bench.userFile, enabled: false });
    expect(stderr).toContain(`${file}, line 1, hides this entry`);
    expect(servers(bench.userFile)).toEqual({ a: { command: "u", enabled: false } });
    expect(servers(file)).toEqual({ a: { command: "p", enabled: false } });
  });

  it("says where a removed name is still defined", async () => {
    const file = project({ a: { command: "p" } });
    await bench.run(["add", "a", "--", "u"]);
    const removed = await bench.run(["remove", "a", "--scope", "user"]);
    expect(removed).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`still defined in ${file}, line 1`),
    });
    const again = await bench.run(["remove", "a", "--scope", "user"]);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`It is defined in ${file}, line 1`),
    });
    expect((await bench.run(["remove", "a"])).stderr).toBe("");
  });
});

it("says that the whole file is switched off", async () => {
  const text = `{"mcp": {"enabled": false, "servers": {"a": {"command": "x", "enabled": false}}}}`;
  const file = bench.write("../off.json", text);
  const { stdout, stderr } = await bench.run(["--config", file, "enable", "a"]);
  expect(stdout).toContain("'a' is enabled");
  expect(stderr).toContain(`'mcp.enabled' is false in ${file}`);
  const test = await bench.run(["--config", file, "test", "a", "--json"]);
  expect(test.json).toMatchObject({
    ok: false,
    state: "disabled",
    hint: expect.stringContaining("mcp.enabled"),
  });
});

it("switches on what another client's word had switched off", async () => {
  project({ a: { command: "x", disabled: true } });
  expect((await bench.run(["toggle", "a", "--json"])).json).toMatchObject({ enabled: true });
  expect((await bench.run(["list", "--json"])).json).toMatchObject([{ name: "a", enabled: true }]);
});

it("changes several servers at once, or none when one name is wrong", async () => {
  for (const name of ["a", "b", "c"]) await bench.run(["add", name, "--", "x"]);
  expect((await bench.run(["disable", "a", "b", "--json"])).json).toMatchObject([
    { name: "a", enabled: false },
    { name: "b", enabled: false },
  ]);
  expect((await bench.run(["rm", "a", "nope"])).code).toBe(1);
  expect(Object.keys(servers(bench.userFile))).toEqual(["a", "b", "c"]);
  expect((await bench.run(["rm", "a", "b"])).code).toBe(0);
  expect((await bench.run(["ls", "--json"])).json).toMatchObject([{ name: "c" }]);
});

describe("add", () => {
  it.each([
    [["add", "r", "ftp://x"], "ftp://x"],
    [["add", "r", "example.com/mcp"], "https://example.com/mcp"],
    [["add", "r", "localhost:3000/mcp"], "http://localhost:3000/mcp"],
    [["add", "r", "--transport", "stdio", "https://x/mcp"], "--transport stdio"],
    [["add", "r", "https://x/mcp", "-e", "A=1"], "--env"],
    [["add", "r", "-H", "A: b", "--", "x"], "--header"],
    [["add", "https://x/mcp"], "name of a server is missing"],
    [["add", "a\u001bb", "--", "x"], "invisible"],
    [["add", "a\nb", "--", "x"], "invisible"],
    [["add", " a", "--", "x"], "begins with"],
    [["add", "", "--", "x"], "empty"],
    [["add", "a'b", "--", "x"], "letters, digits"],
  ])("answers %j with a usage error", async (args, part) => {
    const { code, stderr } = await bench.run(args);
    expect(stderr).toContain(part);
    expect(code).toBe(2);
  });

  it("takes everything after -- for a command, unless it is a web address", async () => {
    await bench.run(["add", "a", "--", "${TOOLS}/bin/x", "y"]);
    await bench.run(["add", "b", "--", "https://example.com/mcp"]);
    await bench.run(["add", "Übung 1", "--", "example.com/x"]);
    expect(servers(bench.userFile)).toEqual({
      a: { command: "${TOOLS}/bin/x", args: ["y"] },
      b: { url: "https://example.com/mcp" },
      "Übung 1": { command: "example.com/x" },
    });
  });

  it("stores an absolute folder, whatever was given", async () => {
    await bench.run(["add", "a", "--cwd", ".", "--", "x"]);
    await bench.run(["add", "b", "--cwd", "~/b", "--", "x"]);
    expect(servers(bench.userFile)).toMatchObject({
      a: { cwd: bench.project },
      b: { cwd: `${bench.home}/b` },
    });
  });

  it("advises to keep a literal secret out of the file", async () => {
    const literal = await bench.run(["add", "a", "-e", "API_TOKEN=abcdef123", "--", "x"]);
    expect(literal.stderr).toContain("'${API_TOKEN}'");
    expect(literal.stderr).not.toContain("abcdef123");
    const header = await bench.run(["add", "b", "https://x/mcp", "-H", "Authorization: Bearer abcdef123"]);
    expect(header.stderr).toContain("'Bearer ${B_TOKEN}'");
    const reference = await bench.run(["add", "c", "-e", "API_TOKEN=${T}", "--", "x"], { env: { T: "x" } });
    expect(reference.stderr).toBe("");
  });

  it("says when another source hides the new entry", async () => {
    const file = project({ a: { command: "p" } });
    expect((await bench.run(["add", "a", "--", "u"])).stderr).toContain(`${file}, line 1, hides it`);
  });

  it("writes the file of TACKLE_CONFIG as that of --config", async () => {
    const { stdout } = await bench.run(["add", "a", "--", "x"], { env: { TACKLE_CONFIG: "mine.json" } });
    expect(stdout).toContain(`${bench.project}/mine.json`);
    expect(servers("mine.json")).toEqual({ a: { command: "x" } });
  });

  it("reads JSON from stdin for -", async () => {
    await bench.run(["add-json", "a", "-"], { stdin: `{"mcpServers": {"a": {"command": "x"}}}` });
    expect(servers(bench.userFile)).toEqual({ a: { command: "x" } });
  });
});
