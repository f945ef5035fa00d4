import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, openSync, closeSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "acorn";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Bench, TACKLE } from "./tackle.ts";

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
afterEach(() => bench.dispose());

describe("words and options", () => {
  it.each([
    ["list", "x"],
    ["list", "--", "x"],
    ["status", "x"],
    ["doctor", "x"],
    ["config", "show", "x"],
    ["config", "path", "x"],
    ["config", "edit", "x"],
    ["completion", "bash", "x"],
    ["get", "a", "b"],
  ])("refuses words that nobody reads: %s %s", async (...args) => {
    expect(await bench.run(args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Too many words"),
    });
  });

  it("notices that --config took the command for its file", async () => {
    const { code, stderr } = await bench.run(["--config", "list"]);
    expect(code).toBe(2);
    expect(stderr).toContain("tackle --config FILE list");
  });

  it("prints the version as JSON when asked", async () => {
    for (const args of [
      ["--version", "--json"],
      ["--json", "-v"],
    ])
      expect((await bench.run(args)).json).toEqual({ version: expect.stringMatching(/^\d/) });
    expect((await bench.run(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("speaks of -- only where a program may follow", async () => {
    expect((await bench.run(["add", "a", "npx", "-y"])).stderr).toContain("'--'");
    expect((await bench.run(["list", "-y"])).stderr).not.toContain("'--'");
  });

  it("has a page of help for each part of config", async () => {
    for (const args of [
      ["config", "validate", "--help"],
      ["help", "config", "validate"],
    ]) {
      const { stdout } = await bench.run(args);
      expect(stdout).toContain("tackle config validate [FILE…]");
      expect(stdout).not.toContain("config edit");
    }
  });
});

describe("output", () => {
  it.skipIf(!existsSync("/dev/full"))("says in one sentence that stdout cannot be written", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [TACKLE, "--help"], {
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    expect(status).toBe(1);
    expect(stderr.toString()).toMatch(/^error {2}The output could not be written to stdout: .*\n$/);
  });

  const hasScript = spawnSync("script", ["--version"]).status === 0;
  it.skipIf(!hasScript)("colours what goes to the terminal, but not a redirected stderr", async () => {
    bench.write(".mcp.json", `{"mcpServers": {"p": {"command": "x"}}, "setings": {}}`);
    const line = `'${process.execPath}' '${TACKLE}' list 2>errors.txt`;
    const env = { PATH: process.env["PATH"], HOME: bench.home, TERM: "xterm-256color" };
    const onTerminal = execFileSync("script", ["-qec", line, "/dev/null"], { cwd: bench.project, env });
    expect(onTerminal.toString()).toContain("\u001b[2mNAME");
    expect(bench.read("errors.txt")).toContain("Did you mean 'settings'?");
    expect(bench.read("errors.txt")).not.toContain("\u001b");
  });

  it("shows mistakes in a file that belong to no server", async () => {
    bench.write(".mcp.json", `{"mcpServers": {"p": {"command": "x"}}, "setings": {}}`);
    for (const command of ["list", "status"]) {
      const { code, stderr } = await bench.run([command, "--json"]);
      expect(code).toBe(0);
      expect(stderr).toContain("Unknown key 'setings'");
    }
    expect((await bench.run(["config", "show"])).stdout).toContain("Unknown key 'setings'");
  });

  it.each(["list", "status", "trust"])(
    "ends with 2 when mistakes are why there are no servers: %s",
    async (command) => {
      const file = bench.write(".mcp.json", `{"mcpservers": {"p": {"command": "x"}}}`);
      const { code, stderr } = await bench.run([command]);
      expect(code).toBe(2);
      expect(stderr).toContain(`${file}:1:2: Unknown key 'mcpservers'`);
      expect(stderr).toContain("Did you mean 'mcpServers'?");
    },
  );

  it("cuts no target in a pipe", async () => {
    const words = Array.from({ length: 60 }, (_, index) => `word-${index}`);
    await bench.run(["add", "a", "--", "x", ...words]);
    expect((await bench.run(["list"])).stdout).toContain(words.join(" "));
  });

  it("shows of one server what differs from the default, and all of it as JSON", async () => {
    bench.write(
      ".mcp.json",
      `{"mcpServers": {"a": {"command": "x", "args": ["--key", "sk-canary1234567890abcdefghij"]}}}`,
    );
    await bench.run(["add", "a", "--", "u"]);
    const { stdout } = await bench.run(["get", "a"]);
    expect(stdout).not.toMatch(/^(isolation|instances|timeout|policy)/m);
    expect(stdout).toMatch(new RegExp(`^hides +${bench.userFile}, line 3`, "m"));
    const { json } = await bench.run(["get", "a", "--json"]);
    expect(json).toMatchObject({
      command: "x",
      args: ["--key", expect.stringContaining("[redacted]")],
      timeout: 30000,
    });
  });
});

describe("completion", () => {
  const suggest = async (...words: string[]) =>
    (await bench.run(["completion", "suggest", "--json", "--", ...words])).json;

  it("offers the values of a global option before and after the command", async () => {
    expect(await suggest("--log-level")).toEqual(["error", "warn", "info", "debug"]);
    expect(await suggest("list", "--log-level")).toEqual(["error", "warn", "info", "debug"]);
  });

  it("knows every command, its subcommands and its options", async () => {
    const help = (await bench.run(["--json"])).json as { commands: string[] };
    expect(await suggest()).toEqual(expect.arrayContaining([...help.commands, "--json", "--mcp-config"]));
    for (const command of help.commands) {
      const { stdout } = await bench.run([command, "--help"]);
      const options = [...stdout.matchAll(/^ {2}(?:-., | {4})(--[a-z-]+)/gm)].map(([, name]) => name);
      expect(await suggest(command)).toEqual(expect.arrayContaining([...options, "--json"]));
    }
    expect(await suggest("token")).toEqual(expect.arrayContaining(["create", "list", "revoke"]));
    expect(await suggest("add")).toEqual(expect.arrayContaining(["git", "playwright"]));
    expect(await suggest("add", "git")).not.toContain("playwright");
  });

  it("offers for trust only what waits, and no name twice", async () => {
    bench.write(".mcp.json", `{"mcpServers": {"p": {"command": "x"}, "q": {"command": "y"}}}`);
    await bench.run(["add", "mine", "--", "x"]);
    await bench.run(["trust", "q", "--yes"]);
    const offered = await suggest("trust");
    expect(offered).toContain("p");
    expect(offered).not.toContain("q");
    expect(offered).not.toContain("mine");
    expect(await suggest("rm", "mine")).not.toContain("mine");
  });
});

describe("on a Node that is too old", () => {
  it("says one sentence, with the version that it needs and the one that this is", () => {
    const older =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })";
    const { status, stdout, stderr } = spawnSync(process.execPath, [
      "--import",
      `data:text/javascript,${encodeURIComponent(older)}`,
      TACKLE,
      "list",
    ]);
    expect([status, String(stdout)]).toEqual([1, ""]);
    expect(String(stderr)).toMatch(
      /^tackle needs Node 22\.18 or newer, and this is Node 20\.20\.2 \(.*\): .*\n$/,
    );
  });

  it("has a first file that such a Node can parse", () => {
    const source = readFileSync(TACKLE, "utf8");
    const parseAsOf2020 = () =>
      parse(source, { ecmaVersion: 2020, sourceType: "module", allowHashBang: true });
    expect(parseAsOf2020).not.toThrow();
  });
});

const hasScript = String(spawnSync("script", ["--version"]).stdout).includes("util-linux");

describe.skipIf(!hasScript)("on a terminal of 60 columns (needs util-linux' script)", () => {
  const show = (...args: string[]): string[] => {
    const line = ["stty cols 60;", ...[process.execPath, TACKLE, ...args].map((word) => `'${word}'`)].join(
      " ",
    );
    const { stdout } = spawnSync("script", ["-qec", line, "/dev/null"], {
      cwd: bench.project,
      env: { PATH: process.env["PATH"], HOME: bench.home, TERM: "dumb", NO_COLOR: "1" },
    });
    return String(stdout).split("\r\n");
  };

  it("shows every row of a table on one line and names whole; in a pipe nothing is cut", async () => {
    const long = "a".repeat(100);
    await bench.run(["add", "数据库", "--", "node", long]);
    await bench.run(["add", "with-a-rather-long-name", "--", "node", long]);
    const lines = show("list");
    expect(lines[1]).toMatch(/^with-a-rather-long-name {2}stdio .*node a*…a+$/);
    expect(lines[1]).toHaveLength(60);
    expect(lines[2]).toMatch(/^数据库 {19}stdio /);
    expect(lines[2]).toHaveLength(57); // three characters of two columns
    expect((await bench.run(["list"])).stdout).toContain(long);
    expect(show("list", "--json").join("")).toContain(long);
  });

  it("lays help out for it", () => {
    const lines = show("call", "--help");
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
    expect(lines.join("\n")).toContain(
      "Save images, audio and files of the\n                      result there",
    );
  });
});

it("runs through a symbolic link to the clone's command", () => {
  const link = join(bench.home, "tackle");
  symlinkSync(resolve(import.meta.dirname, "../../tackle"), link);
  symlinkSync("tackle", join(bench.home, "again"));
  for (const command of [link, join(bench.home, "again")])
    expect(execFileSync(command, ["--version"], { cwd: "/" }).toString()).toMatch(/^\d/);
});
