import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Bench } from "./tackle.ts";

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
afterEach(() => bench.dispose());

const config = () =>
  JSON.parse(bench.read(bench.userFile)) as { mcpServers: Record<string, Record<string, unknown>> };

describe("add", () => {
  it("writes a command after -- exactly as it was given", async () => {
    const words = ["--flag", "a b", "$HOME", "`id`", "*", "%PATH%", "ü", "-y", "--json"];
    const { code } = await bench.run(["add", "files", "-e", "A=1=2", "--env", "B=", "--", "npx", ...words]);
    expect(code).toBe(0);
    expect(config().mcpServers).toEqual({ files: { command: "npx", args: words, env: { A: "1=2", B: "" } } });
    expect(statSync(bench.userFile).mode & 0o777).toBe(0o600);
  });

  it("takes a URL with headers", async () => {
    await bench.run([
      "add",
      "docs",
      "https://example.com/mcp",
      "--header",
      "Authorization: Bearer ${TOKEN}",
      "--transport",
      "sse",
    ]);
    expect(config().mcpServers["docs"]).toEqual({
      type: "sse",
      url: "https://example.com/mcp",
      headers: { Authorization: "Bearer ${TOKEN}" },
    });
  });

  it("splits one quoted string as a shell splits words, and expands nothing", async () => {
    await bench.run(["add", "files", "--command", `npx -y server '/my folder' "a \\"b\\"" $HOME *`]);
    expect(config().mcpServers["files"]).toEqual({
      command: "npx",
      args: ["-y", "server", "/my folder", 'a "b"', "$HOME", "*"],
    });
  });

  it("keeps switches that differ from the default, and nothing else", async () => {
    await bench.run([
      "add",
      "a",
      "--disabled",
      "--trust",
      "--lazy",
      "--timeout",
      "5000",
      "--exclude",
      "rm_*",
      "--",
      "x",
    ]);
    expect(config().mcpServers["a"]).toEqual({
      command: "x",
      timeout: 5000,
      excludeTools: ["rm_*"],
      connect: "lazy",
      trust: true,
      enabled: false,
    });
  });

  it("refuses a name that exists, and replaces it with --force", async () => {
    await bench.run(["add", "a", "--", "x"]);
    const again = await bench.run(["add", "a", "--json", "--", "y"]);
    expect(again).toMatchObject({
      code: 1,
      json: { error: { code: "conflict", hint: expect.stringContaining("--force") } },
    });
    expect(config().mcpServers["a"]).toEqual({ command: "x" });
    expect((await bench.run(["add", "a", "--force", "--", "y"])).code).toBe(0);
    expect(config().mcpServers["a"]).toEqual({ command: "y" });
  });

  it.each([
    [["add"], "name"],
    [["add", "a"], "run"],
    [["add", "a", "--env", "X", "--", "x"], "--env 'X'"],
    [["add", "a", "http://x", "--", "x"], "more than one way"],
    [["add", "a", "--timeout", "soon", "--", "x"], "--timeout"],
    [["add", "__proto__", "--", "x"], "__proto__"],
    [["add", "a", "--transport", "carrier-pigeon", "--", "x"], "carrier-pigeon"],
    [["add", "a", "--comand", "x"], "--comand"],
    [["add", "a", "npx", "-y", "server"], "-y"],
    [["add-json", "a", "{"], "JSON"],
    [["add-json", "a", `{"comand": "x"}`], "comand"],
    [["frobnicate"], "frobnicate"],
  ])("answers %j with a usage error and writes nothing", async (args, part) => {
    const { code, stderr, stdout } = await bench.run(args);
    expect(code).toBe(2);
    expect(stderr).toContain(part);
    expect(stdout).toBe("");
    expect(existsSync(bench.userFile)).toBe(false);
  });

  it("keeps every byte that it does not have to change, in all three formats", async () => {
    const files = {
      "config.json": `{\n  // first\n  "mcpServers": {\n    "a": { "command": "x" }, // why\n    /* b */ "b": {"command":"\${X}"}\n  }\n}\n`,
      "config.yaml": `# first\nmcpServers:\n  a: { command: x } # why\n  # b\n  b:\n      command: '\${X}'\n`,
      "config.toml": `# first\n[mcpServers.a]\ncommand = 'x' # why\n\n# b\n[mcpServers.b]\ncommand = "\${X}"\n`,
    };
    for (const [name, text] of Object.entries(files)) {
      const file = bench.write(`../${name}`, text);
      await bench.run(["--config", file, "add", "c", "--", "y", "z"]);
      const added = bench.read(file);
      for (const line of text.split("\n")) expect(added).toContain(line.replace(/\}$/, ""));
      const { json } = await bench.run(["--config", file, "list", "--json"], { env: { X: "x" } });
      expect(json).toMatchObject([{ name: "a" }, { name: "b" }, { name: "c", target: "y z" }]);
      await bench.run(["--config", file, "remove", "c"]);
      expect(bench.read(file)).toBe(text);
      await bench.run(["--config", file, "disable", "a"]);
      await bench.run(["--config", file, "enable", "a"]);
      expect((await bench.run(["--config", file, "get", "a", "--json"])).json).toMatchObject({
        enabled: true,
      });
    }
  });

  it("follows the shape of the file that it edits", async () => {
    const file = bench.write("tackle.toml", `[mcp.a]\ntransport = "stdio"\ncommand = ["x"]\n`);
    await bench.run(["add", "b", "--scope", "project", "--transport", "stdio", "-e", "K=v", "--", "y", "z"]);
    const text = bench.read(file);
    expect(text).toMatch(/\[mcp\.b\]/);
    expect(text).toContain(`command = ["y", "z"]`);
    expect(text).toContain("environment");
    expect((await bench.run(["list", "--json"])).json).toMatchObject([
      { name: "a" },
      { name: "b", trusted: true },
    ]);
  });
});

describe("list, get and config", () => {
  it("prints one JSON value with the promised fields", async () => {
    await bench.run(["add", "a", "--", "x"]);
    bench.write(".mcp.json", `{"mcpServers": {"p": {"url": "http://x/mcp"}, "bad": {}}}`);
    const { json, code } = await bench.run(["list", "--json"]);
    expect(code).toBe(0);
    expect(json).toMatchObject([
      { name: "a", type: "stdio", enabled: true, source: "user", trusted: true },
      { name: "bad", type: null, enabled: true, source: "project", trusted: false, status: "invalid" },
      { name: "p", type: "http", enabled: true, source: "project", trusted: false, status: "untrusted" },
    ]);
  });

  it("says in a table what will not start and how to allow it", async () => {
    bench.write(".mcp.json", `{"mcpServers": {"p": {"command": "x"}}}`);
    const { stdout, stderr } = await bench.run(["list"]);
    expect(stdout).toMatch(/^NAME +TYPE +STATUS +SOURCE +TARGET\np +stdio +untrusted +project +x\n$/);
    expect(stderr).toContain("tackle trust");
  });

  it("never lets a server's name or command reach the terminal raw", async () => {
    bench.write(
      ".mcp.json",
      JSON.stringify({ mcpServers: { p: { command: "\u001b[31mred\u0007", description: "\u202e" } } }),
    );
    const { stdout } = await bench.run(["list"]);
    expect(stdout).not.toMatch(/[\u001b\u0007\u202e]/);
  });

  it("masks secrets that stand in the file", async () => {
    await bench.run([
      "add",
      "a",
      "-e",
      "API_TOKEN=canary-1234567",
      "-e",
      "OTHER=${API_TOKEN}",
      "--",
      "x",
      "--key",
      "sk-canary1234567890abcdefghij",
    ]);
    const outputs = await Promise.all(
      [
        ["get", "a"],
        ["get", "a", "--json"],
        ["list", "--json"],
        ["config", "show", "--json"],
        ["doctor", "--json"],
        ["list", "--debug"],
      ].map((args) => bench.run(args)),
    );
    for (const { stdout, stderr } of outputs) expect(stdout + stderr).not.toContain("canary");
  });

  it("shows which source each server came from", async () => {
    await bench.run(["add", "a", "--", "x"]);
    bench.write(".mcp.json", `{"mcpServers": {"a": {"command": "y"}}}`);
    const { json } = await bench.run(["config", "show", "--json"]);
    expect(json).toMatchObject({
      sources: [
        { scope: "project", servers: ["a"] },
        { scope: "user", servers: ["a"] },
      ],
      servers: [{ name: "a", source: "project", shadows: [{ scope: "user", file: bench.userFile }] }],
    });
  });

  it.each([["config", "validate"], ["--validate-config"], ["list", "--validate-config"]])(
    "checks without running and ends with 2 on problems: %s",
    async (...args) => {
      bench.write(
        ".mcp.json",
        `{"mcpServers": {"x": {"type": "stdio"}, "y": {"command": "a", "timeot": 5}}}`,
      );
      const { code, json, stdout } = await bench.run([...args, "--json"]);
      expect(code).toBe(2);
      expect(json, stdout).toMatchObject({
        ok: false,
        problems: [
          {
            file: join(bench.project, ".mcp.json"),
            line: 1,
            server: "x",
            field: "command",
            message: "Missing 'command' in stdio server 'x'",
          },
          { server: "y", field: "timeot", fix: "Did you mean 'timeout'?" },
        ],
      });
    },
  );

  it("checks one file alone, and counts warnings with --strict", async () => {
    const file = bench.write("other.yaml", "mcpServers: {a: {command: x, env: {A: '${NOPE}'}}}");
    expect((await bench.run(["config", "validate", file])).code).toBe(0);
    expect((await bench.run(["config", "validate", file, "--strict"])).code).toBe(2);
  });

  it("gives line and column of a file that cannot be parsed, for every command", async () => {
    bench.write(".mcp.json", `{\n  "mcpServers": {\n    "a": nope\n  }\n}`);
    for (const command of ["list", "trust"]) {
      const { code, json } = await bench.run([command, "--json"]);
      expect(code).toBe(2);
      expect(json).toMatchObject({
        error: { code: "config", message: expect.stringContaining(".mcp.json:3:10") },
      });
    }
  });

  it("opens the file in the editor and checks what comes back", async () => {
    const editor = bench.write(
      "../my editor.sh",
      `#!/bin/sh\nprintf '{"mcpServers": {"a": {"comand": "x"}}}' > "$2"\n`,
    );
    chmodSync(editor, 0o755);
    const { code, stdout } = await bench.run(["config", "edit"], { env: { EDITOR: `'${editor}' --wait` } });
    expect(code).toBe(2);
    expect(stdout).toContain("Did you mean 'command'?");
    expect((await bench.run(["config", "edit"])).stderr).toContain("EDITOR");
  });
});

describe("trust", () => {
  const project = (command: string) =>
    bench.write(".mcp.json", JSON.stringify({ mcpServers: { p: { command, args: ["--x"], trust: true } } }));
  const trusted = async () =>
    ((await bench.run(["list", "--json"])).json as { trusted: boolean }[])[0]?.trusted;

  it("shows the exact command, and asks again when it changes", async () => {
    project("first");
    expect(await trusted()).toBe(false);
    const refused = await bench.run(["trust"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("first --x");
    expect(refused.stderr).toContain("tackle trust p --yes");
    expect(await trusted()).toBe(false);

    expect((await bench.run(["trust", "--yes"])).code).toBe(0);
    expect(await trusted()).toBe(true);
    project("second");
    expect(await trusted()).toBe(false);
    project("first");
    expect(await trusted()).toBe(true);
    await bench.run(["trust", "--revoke"]);
    expect(await trusted()).toBe(false);
  });

  it("shows a long command whole", async () => {
    project(`program-${"x".repeat(3000)}-end`);
    expect((await bench.run(["trust"])).stderr).toContain(`${"x".repeat(3000)}-end --x`);
  });

  it("treats a store that cannot be read as no approval at all", async () => {
    project("first");
    await bench.run(["trust", "--yes"]);
    writeFileSync(join(bench.home, ".local/state/tacklebox/approved-servers.json"), "{torn");
    expect(await bench.run(["list", "--json"])).toMatchObject({
      code: 2,
      json: { error: { code: "config" } },
    });
  });

  it("counts what the person added themselves as approved", async () => {
    await bench.run(["add", "p", "--scope", "project", "--", "mine"]);
    expect(await trusted()).toBe(true);
  });
});

describe("the long spellings", () => {
  it("do what the short ones do", async () => {
    await bench.run(["tools", "add-mcp", "a", "--", "x"]);
    await bench.run(["tools", "toggle-mcp", "a"]);
    expect((await bench.run(["tools", "list-mcp", "--json"])).json).toMatchObject([
      { name: "a", enabled: false },
    ]);
    expect((await bench.run(["tools", "list", "--mcp", "--json"])).json).toMatchObject([{ name: "a" }]);
    const other = bench.write("../other.json", `{"mcpServers": {"b": {"command": "y"}}}`);
    expect((await bench.run(["tools", "--config", other, "list-mcp", "--json"])).json).toHaveLength(2);
    await bench.run(["tools", "remove-mcp", "a"]);
    expect((await bench.run(["list", "--json"])).json).toEqual([]);
  });
});

describe("names that lead nowhere", () => {
  const settings = {
    builtin: ["git", "serch"],
    profiles: { work: { servers: ["docs", "dosc", "x-*"] } },
    policy: [{ server: "docz", decision: "deny" }],
  };
  const written = JSON.stringify({ mcpServers: { docs: { url: "https://example.com" } }, settings });
  const expected = [
    ["error", "There is no built-in server 'serch'", "Did you mean 'search'?"],
    ["warning", "There is no server 'dosc', which 'profiles.work.servers[1]' names", "Did you mean 'docs'?"],
    ["warning", "No server matches 'x-*' in 'profiles.work.servers[2]'", expect.anything()],
    ["warning", "There is no server 'docz', which 'policy[0].server' names", "Did you mean 'docs'?"],
  ];

  it("are problems for config validate, config show and doctor alike", async () => {
    bench.write(bench.userFile, written);
    for (const command of ["validate", "show"]) {
      const { code, json } = await bench.run(["config", command, "--json"]);
      expect(code).toBe(command === "validate" ? 2 : 0);
      const { problems } = json as { problems: { severity: string; message: string; fix: string }[] };
      expect(problems.map(({ severity, message, fix }) => [severity, message, fix])).toEqual(expected);
    }
    const { checks } = (await bench.run(["doctor", "--json"])).json as {
      checks: { result: string; message: string; fix: string }[];
    };
    const results = { error: "broken", warning: "doubtful" };
    for (const [severity, message, fix] of expected)
      expect(checks).toContainEqual(
        expect.objectContaining({ result: results[severity as "error" | "warning"], message, fix }),
      );
  });

  it("are only warnings where the server may be another project's", async () => {
    bench.write(bench.userFile, written.replace('"serch"', '"search"'));
    expect((await bench.run(["config", "validate"])).code).toBe(0);
    expect((await bench.run(["config", "validate", "--strict"])).code).toBe(2);
  });
});

describe("doctor", () => {
  it("finds missing programs, folders and approvals, and says how to mend them", async () => {
    await bench.run(["add", "gone", "--", "no-such-program"]);
    await bench.run(["add", "line", "--", "npx -y server"]);
    await bench.run(["add", "folder", "--cwd", "/no/such/folder", "--", "node"]);
    await bench.run(["add", "good", "--", "node"]);
    await bench.run(["add", "directory", "--", bench.project]);
    await bench.run(["add", "spaces", "--", "/no such folder/program"]);
    await bench.run(["add", "remote", "https://example.com/mcp"]);
    await bench.run(["add", "echo", "--transport", "inprocess"]);
    bench.write(".mcp.json", `{"mcpServers": {"p": {"command": "node"}, "q": {"builtin": "ehco"}}}`);
    const { code, json } = await bench.run(["doctor", "--json"]);
    expect(code).toBe(1);
    const checks = (json as { checks: { name: string; result: string; message: string; fix?: string }[] })
      .checks;
    const resultOf = (name: string) => checks.find((check) => check.name === `Server '${name}'`);
    expect(resultOf("gone")).toMatchObject({ result: "broken" });
    expect(resultOf("line")?.fix).toContain("Put 'npx' in 'command'");
    expect(resultOf("spaces")?.fix).toContain("full path");
    expect(resultOf("directory")).toMatchObject({
      result: "broken",
      message: expect.stringContaining("is a folder"),
    });
    expect(resultOf("echo")).toMatchObject({ result: "ok" });
    expect(checks.find(({ name }) => name === `${bench.project}/.mcp.json:1`)).toMatchObject({
      result: "broken",
      message: "There is no built-in server 'ehco'",
      fix: "Did you mean 'echo'?",
    });
    expect(resultOf("remote")?.message).toBe("example.com (not contacted)");
    expect(resultOf("folder")).toMatchObject({ result: "broken" });
    expect(resultOf("good")).toMatchObject({ result: "ok" });
    expect(resultOf("p")?.fix).toContain("tackle trust p");
    const { stdout } = await bench.run(["doctor"]);
    for (const { name, result } of checks) expect(stdout).toContain(`${result.padEnd(8)}  ${name}`);
  });
});

describe("completion", () => {
  it("offers commands, server names and the values of options", async () => {
    await bench.run(["add", "files", "--", "x"]);
    const suggest = async (...words: string[]) =>
      (await bench.run(["completion", "suggest", "--json", "--", ...words])).json;
    expect(await suggest()).toContain("remove");
    expect(await suggest("remove")).toContain("files");
    expect(await suggest("add", "--scope")).toEqual(["user", "project"]);
    expect(await suggest("config")).toContain("validate");
  });

  it.each(["bash", "zsh", "fish"])("prints a script for %s", async (shell) => {
    expect((await bench.run(["completion", shell])).stdout).toContain("tackle completion suggest");
  });
});

describe("the surroundings", () => {
  it("may have no HOME", async () => {
    const env = {
      HOME: undefined,
      XDG_CONFIG_HOME: join(bench.home, "c"),
      XDG_STATE_HOME: join(bench.home, "s"),
    };
    expect((await bench.run(["add", "a", "--", "x"], { env })).code).toBe(0);
    expect(
      (
        await bench.run(["list", "--json"], {
          env: { HOME: undefined, XDG_CONFIG_HOME: env.XDG_CONFIG_HOME },
        })
      ).json,
    ).toHaveLength(1);
  });

  it("may have a configuration behind a symbolic link", async () => {
    const file = bench.write("../dotfiles/config.json", `{"mcpServers": {}}`);
    mkdirSync(join(bench.home, ".config/tacklebox"), { recursive: true });
    symlinkSync(file, bench.userFile);
    await bench.run(["add", "a", "--", "x"]);
    expect(bench.read(file)).toContain(`"a"`);
  });

  it("may have a folder in the place of a file", async () => {
    mkdirSync(bench.userFile, { recursive: true });
    expect(await bench.run(["list"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("config.json"),
    });
  });

  it("shows help with examples for every command, on stdout", async () => {
    const { json } = await bench.run(["--json"]);
    for (const command of (json as { commands: string[] }).commands) {
      const { code, stdout } = await bench.run([command, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toContain("Examples");
      expect(stdout).not.toContain("\u001b");
    }
  });

  it("writes the debug log to stderr and to a file that only its owner can read, without secrets", async () => {
    await bench.run(["add", "a", "-e", "API_TOKEN=${API_TOKEN}", "--", "x"]);
    const { stderr } = await bench.run(["list"], { env: { TACKLE_DEBUG: "1", API_TOKEN: "canary-secret" } });
    expect(stderr).toContain("configuration loaded");
    const file = join(bench.home, ".local/state/tacklebox/logs/tackle.log");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const line of bench.read(file).trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("level");
    expect(stderr + bench.read(file)).not.toContain("canary");
  });
});

describe("many processes at once", () => {
  it("lose no server that one of them adds", async () => {
    const names = Array.from({ length: 16 }, (_, index) => `server-${index}`);
    const outcomes = await Promise.all(names.map((name) => bench.run(["add", name, "--", "x"])));
    expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, ""]));
    expect(Object.keys(config().mcpServers).sort()).toEqual(names.toSorted());
  });

  it("leave the old or the new file when one is killed in the middle, and no lock", async () => {
    await bench.run(["add", "first", "--", "x"]);
    for (let round = 0; round < 12; round++) {
      const child = bench.start(["add", `killed-${round}`, "--", "x"]);
      const ended = new Promise((resolve) => child.once("exit", resolve));
      setTimeout(() => child.kill("SIGKILL"), 40 + round * 6);
      await ended;
      expect(config().mcpServers["first"]).toEqual({ command: "x" });
    }
    expect((await bench.run(["add", "last", "--", "x"])).code).toBe(0);
    expect(config().mcpServers["last"]).toEqual({ command: "x" });
    const leftovers = readdirSync(join(bench.home, ".config/tacklebox")).filter(
      (name) => name !== "config.json",
    );
    expect(leftovers.length).toBeLessThanOrEqual(12);
  });
});
