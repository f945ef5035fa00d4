/** `tackle connect`: our gateway in the configuration of every other client, and out of it again, with nothing else touched. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { startGateway } from "./gateway.ts";
import { Bench, TACKLE, type Outcome } from "./tackle.ts";

const URL = "http://127.0.0.1:4747/mcp";
const PROGRAM = { command: process.execPath, args: [TACKLE, "serve", "--stdio"] };

interface Client {
  readonly id: string;
  /** From the home folder. */
  readonly file: string;
  /** A configuration as people have it: with other servers, comments, and things that are none of ours. */
  readonly text: string;
  /** What is written for the gateway at its usual address; undefined where the client only starts programs. */
  readonly http?: string;
  readonly stdio: string;
  /** The same address with `--token-env BOX_TOKEN`; undefined where the client has no way to refer to a variable. */
  readonly token?: string;
  /** From the project's folder, with the path of the servers in it. */
  readonly project?: string;
}

const json = (root: string): string => `{
  // kept: ${root}
  "theme": "dark", /* and this */
  "${root}": {
    "files": { "command": "npx", "args": ["-y", "files"], "env": { "API_KEY": "sk-secret-of-files-1234" } }, // first
    "docs":   {"url":"https://docs.example/mcp"}
  },
  "last": [1,2,  3]
}
`;

const program = JSON.stringify(PROGRAM);
const typed = (type: string): string => JSON.stringify({ type, ...PROGRAM });
const bearer = (reference: string) => ({ headers: { Authorization: `Bearer ${reference}` } });
const at = (fields: object, key = "url"): string => JSON.stringify({ [key]: URL, ...fields });

const CLIENTS: readonly Client[] = [
  {
    id: "claude-code",
    file: ".claude.json",
    text: json("mcpServers"),
    http: JSON.stringify({ type: "http", url: URL }),
    stdio: typed("stdio"),
    token: JSON.stringify({ type: "http", url: URL, ...bearer("${BOX_TOKEN}") }),
  },
  {
    id: "claude-desktop",
    file: ".config/Claude/claude_desktop_config.json",
    text: json("mcpServers"),
    stdio: program,
  },
  {
    id: "codex",
    file: ".codex/config.toml",
    text: `# mine
model = "gpt" # fast

[mcp_servers.docs] # remote
url = "https://docs.example/mcp"

[mcp_servers.files.env]
API_KEY = "sk-secret-of-files-1234"

[tui]
theme = "dark"
`,
    http: at({}),
    stdio: program,
    token: at({ bearer_token_env_var: "BOX_TOKEN" }),
    project: ".codex/config.toml",
  },
  {
    id: "cursor",
    file: ".cursor/mcp.json",
    text: json("mcpServers"),
    http: at({}),
    stdio: program,
    token: at(bearer("${env:BOX_TOKEN}")),
    project: ".cursor/mcp.json",
  },
  {
    id: "vscode",
    file: ".config/Code/User/mcp.json",
    text: json("servers"),
    http: JSON.stringify({ type: "http", url: URL }),
    stdio: typed("stdio"),
    token: JSON.stringify({ type: "http", url: URL, ...bearer("${env:BOX_TOKEN}") }),
    project: ".vscode/mcp.json",
  },
  {
    id: "gemini",
    file: ".gemini/settings.json",
    text: json("mcpServers"),
    http: at({}, "httpUrl"),
    stdio: program,
    token: at(bearer("${BOX_TOKEN}"), "httpUrl"),
    project: ".gemini/settings.json",
  },
  {
    id: "windsurf",
    file: ".codeium/windsurf/mcp_config.json",
    text: json("mcpServers"),
    http: at({}, "serverUrl"),
    stdio: program,
    token: at(bearer("${env:BOX_TOKEN}"), "serverUrl"),
  },
  {
    id: "zed",
    file: ".config/zed/settings.json",
    text: json("context_servers"),
    http: at({}),
    stdio: JSON.stringify({ source: "custom", ...PROGRAM }),
    project: ".zed/settings.json",
  },
  {
    id: "opencode",
    file: ".config/opencode/opencode.json",
    text: json("mcp"),
    http: JSON.stringify({ type: "remote", url: URL, enabled: true }),
    stdio: JSON.stringify({ type: "local", command: [PROGRAM.command, ...PROGRAM.args], enabled: true }),
    token: JSON.stringify({ type: "remote", url: URL, enabled: true, ...bearer("{env:BOX_TOKEN}") }),
    project: "opencode.json",
  },
  {
    id: "goose",
    file: ".config/goose/config.yaml",
    text: `# mine
GOOSE_MODEL: gpt # fast
extensions:
  developer: # built in
    type: builtin
    enabled: true
  files:
    type: stdio
    cmd: npx
    envs: {API_KEY: sk-secret-of-files-1234}
other:   [1,  2]
`,
    http: goose({ type: "streamable_http", uri: URL }),
    stdio: goose({ type: "stdio", cmd: PROGRAM.command, args: PROGRAM.args }),
    token: goose({
      type: "streamable_http",
      uri: URL,
      env_keys: ["BOX_TOKEN"],
      ...bearer("${BOX_TOKEN}"),
    }),
    project: ".goose/config.yaml",
  },
  {
    id: "cline",
    file: ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    text: json("mcpServers"),
    http: JSON.stringify({ type: "streamableHttp", url: URL }),
    stdio: program,
  },
  {
    id: "roo",
    file: ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
    text: json("mcpServers"),
    http: JSON.stringify({ type: "streamable-http", url: URL }),
    stdio: program,
    token: JSON.stringify({ type: "streamable-http", url: URL, ...bearer("${env:BOX_TOKEN}") }),
    project: ".roo/mcp.json",
  },
  {
    id: "copilot-cli",
    file: ".copilot/mcp-config.json",
    text: json("mcpServers"),
    http: JSON.stringify({ type: "http", tools: ["*"], url: URL }),
    stdio: JSON.stringify({ type: "local", tools: ["*"], ...PROGRAM }),
    token: JSON.stringify({ type: "http", tools: ["*"], url: URL, ...bearer("${BOX_TOKEN}") }),
    project: ".github/mcp.json",
  },
  {
    id: "antigravity",
    file: ".gemini/config/mcp_config.json",
    text: json("mcpServers"),
    http: at({}, "serverUrl"),
    stdio: program,
  },
  {
    id: "kiro",
    file: ".kiro/settings/mcp.json",
    text: json("mcpServers"),
    http: at({}),
    stdio: program,
    token: at(bearer("${BOX_TOKEN}")),
    project: ".kiro/settings/mcp.json",
  },
  { id: "lm-studio", file: ".lmstudio/mcp.json", text: json("mcpServers"), http: at({}), stdio: program },
];

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
afterEach(() => bench.dispose());

const inHome = (file: string): string => join(bench.home, file);
const read = (file: string): string => readFileSync(inHome(file), "utf8");
const backupsOf = (file: string): string[] =>
  readdirSync(dirname(inHome(file))).filter((name) => name.startsWith(`${basename(file)}.tacklebox-backup`));

function put(file: string, text: string): void {
  mkdirSync(dirname(inHome(file)), { recursive: true });
  writeFileSync(inHome(file), text);
}

/** Without programs of this machine in the way. */
function connect(...args: readonly string[]): Promise<Outcome> {
  return bench.run(["connect", ...args], { env: { PATH: "/nonexistent" } });
}

it("knows the same clients as this test", async () => {
  const { json: clients } = await connect("--json");
  const ids = (clients as readonly { client: string }[]).map(({ client }) => client);
  expect(ids.toSorted()).toEqual(CLIENTS.map(({ id }) => id).toSorted());
});

describe.each(CLIENTS)("$id", ({ id, file, text, http, stdio, token, project }) => {
  it("is connected where it had no configuration, and disconnected again", async () => {
    const made = await connect(id, "--yes");
    expect(made.code, made.stderr).toBe(0);
    expect(entryIn(file)).toEqual(JSON.parse(http ?? stdio));
    expect(statSync(inHome(file)).mode & 0o777).toBe(0o600);
    expect(backupsOf(file)).toEqual([]);
    expect((await connect(id, "--remove", "--yes")).code).toBe(0);
    expect(entryIn(file)).toBeUndefined();
  });

  it("keeps all else of its configuration, has a backup, and is restored to the byte", async () => {
    put(file, text);
    const made = await connect(id, "--yes");
    expect(made.code, made.stderr).toBe(0);
    expect(entryIn(file)).toEqual(JSON.parse(http ?? stdio));
    const lines = (all: string): string[] =>
      all.split("\n").map((line) => line.replace("},", "}").replace("}\n", ""));
    expect(lines(read(file))).toEqual(expect.arrayContaining(lines(text)));
    expect(backupsOf(file)).toHaveLength(1);
    expect(read(`${file}.tacklebox-backup`)).toBe(text);
    // Neither of the two shows the key of another server.
    expect(made.stderr).not.toContain("sk-secret");
    const removed = await connect(id, "--remove", "--yes", "--json");
    expect(removed.stdout).not.toContain("sk-secret");
    expect(read(file)).toBe(text);
  });

  it("is left alone when it is connected already", async () => {
    put(file, text);
    await connect(id, "--yes");
    const before = read(file);
    const { mtimeMs } = statSync(inHome(file));
    const again = await connect(id, "--yes");
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(again.stdout).toContain("is connected already");
    expect(read(file)).toBe(before);
    expect(statSync(inHome(file)).mtimeMs).toBe(mtimeMs);
    expect(backupsOf(file)).toHaveLength(1);
  });

  it("is left alone when its configuration does not parse, and the place is named", async () => {
    const broken = file.endsWith(".json")
      ? `{\n  "a": 1\n  "b": 2\n}\n`
      : file.endsWith(".toml")
        ? "a = 1\nb = = 2\n"
        : "a: 1\nb: [1\n";
    put(file, broken);
    for (const args of [["--yes"], ["--remove", "--yes"]]) {
      const refused = await connect(id, ...args);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toMatch(/:[23]:\d+: /);
      expect(refused.stderr).toContain("Nothing was changed");
    }
    expect(read(file)).toBe(broken);
    expect(backupsOf(file)).toEqual([]);
  });

  it("changes from one way to the other, and keeps what a person set beside it", async () => {
    put(file, text);
    await connect(id, "--yes");
    await connect(id, "--yes", "--stdio");
    expect(entryIn(file)).toEqual(JSON.parse(stdio));
    await connect(id, "--yes");
    expect(entryIn(file)).toEqual(JSON.parse(http ?? stdio));
    await connect(id, "--remove", "--yes");
    expect(read(file)).toBe(text);
  });

  it.runIf(token !== undefined)("is given a token by the name of a variable", async () => {
    const run = await connect(id, "--yes", "--token-env", "BOX_TOKEN");
    expect(run.code, run.stderr).toBe(0);
    expect(entryIn(file)).toEqual(JSON.parse(token ?? ""));
  });

  it.runIf(token === undefined)("is given no token, because it cannot refer to a variable", async () => {
    const run = await connect(id, "--yes", "--token-env", "BOX_TOKEN");
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("token");
    expect(existsSync(inHome(file))).toBe(false);
  });

  it.runIf(project !== undefined)("is connected in one project alone", async () => {
    const run = await connect(id, "--yes", "--scope", "project");
    expect(run.code, run.stderr).toBe(0);
    expect(entryIn(join("my project", project ?? ""))).toEqual(JSON.parse(http ?? stdio));
    expect(existsSync(inHome(file))).toBe(false);
  });

  it.runIf(project === undefined && id !== "claude-code")("has no file for one project", async () => {
    const run = await connect(id, "--yes", "--scope", "project");
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("has no configuration for one project");
  });
});

it("connects Claude Code in one project by its own file, because Tacklebox reads the project's", async () => {
  const run = await connect("claude-code", "--yes", "--scope", "project");
  expect(run.code, run.stderr).toBe(0);
  const tacklebox = { type: "http", url: URL };
  expect(JSON.parse(read(".claude.json"))).toEqual({
    projects: { [bench.project]: { mcpServers: { tacklebox } } },
  });
  expect(existsSync(join(bench.project, ".mcp.json"))).toBe(false);
});

describe("the change", () => {
  const file = ".cursor/mcp.json";

  it("is only shown with --dry-run", async () => {
    put(file, json("mcpServers"));
    const run = await connect("cursor", "--dry-run");
    expect(run.code).toBe(0);
    expect(run.stdout).toContain(`+++ ${inHome(file)}`);
    expect(run.stdout).toContain(`+      "url": "${URL}"`);
    expect(read(file)).toBe(json("mcpServers"));
    expect(backupsOf(file)).toEqual([]);
  });

  it("is only shown, with exit code 2, where nobody can be asked", async () => {
    const run = await connect("cursor");
    expect(run.code).toBe(2);
    expect(run.stdout).toContain("--- /dev/null");
    expect(run.stdout).toContain("@@ -0,0 +1,7 @@");
    expect(run.stderr).toContain("--yes");
    expect(existsSync(inHome(file))).toBe(false);
    const asJson = await connect("cursor", "--json");
    expect(asJson.code).toBe(2);
    expect(asJson.json).toMatchObject({ change: "added", written: false, backup: null });
  });

  it("is told as JSON", async () => {
    put(file, "{}");
    const run = await connect("cursor", "--yes", "--json", "--name", "box");
    expect(run.json).toMatchObject({
      client: "cursor",
      name: "box",
      scope: "user",
      file: inHome(file),
      change: "added",
      written: true,
      backup: `${inHome(file)}.tacklebox-backup`,
      entry: { url: URL },
    });
    expect((await connect("cursor", "--yes", "--json", "--name", "box")).json).toMatchObject({
      change: "none",
      written: false,
    });
    expect((await connect("cursor", "--remove", "--yes", "--json")).json).toMatchObject({
      change: "none",
      written: false,
    });
  });

  it("never overwrites an older backup", async () => {
    put(file, "{}");
    put(`${file}.tacklebox-backup`, "precious");
    await connect("cursor", "--yes");
    expect(read(`${file}.tacklebox-backup`)).toBe("precious");
    expect(read(`${file}.tacklebox-backup-2`)).toBe("{}");
  });

  it("keeps the byte order mark, the line ends, the permissions and the link of a file", async () => {
    const text = `\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": {"command": "a"}\r\n\t}\r\n}\r\n`;
    put("dotfiles/mcp.json", text);
    mkdirSync(inHome(".cursor"));
    symlinkSync(inHome("dotfiles/mcp.json"), inHome(file));
    await connect("cursor", "--yes");
    const after = read("dotfiles/mcp.json");
    expect(after.startsWith("\uFEFF{\r\n\t")).toBe(true);
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
    expect(statSync(inHome("dotfiles/mcp.json")).mode & 0o777).toBe(0o644);
    await connect("cursor", "--remove", "--yes");
    expect(read("dotfiles/mcp.json")).toBe(text);
  });

  it("keeps the fields of our entry that are not ours", async () => {
    put(
      file,
      `{"mcpServers": {"tacklebox": {"command": "old", "args": ["x"], "disabled": true, "autoApprove": ["a"]}}}`,
    );
    await connect("cursor", "--yes");
    expect(entryIn(file)).toEqual({ url: URL, disabled: true, autoApprove: ["a"] });
  });

  it("goes where newer files of opencode have their servers", async () => {
    put(
      ".config/opencode/opencode.jsonc",
      `{ "mcp": { "servers": { "a": { "type": "local", "command": ["a"] } } } } // mine`,
    );
    await connect("opencode", "--yes");
    expect(read(".config/opencode/opencode.jsonc")).toMatch(/"servers": \{ "a": .*"tacklebox": .*\/\/ mine$/);
    expect(existsSync(inHome(".config/opencode/opencode.json"))).toBe(false);
  });
});

describe("the address", () => {
  it("is that of the gateway that runs, with the profile", async () => {
    const settings = { profiles: { work: { servers: ["echo"] } } };
    const gateway = await startGateway({ servers: { echo: { type: "inprocess" } }, settings });
    try {
      const run = (...args: string[]) =>
        gateway.bench.run(["connect", "cursor", "--yes", "--json", "--config", gateway.configFile, ...args]);
      const plain = await run();
      expect(plain.json).toMatchObject({ entry: { url: gateway.url } });
      expect(plain.stderr).toContain(`tackle serve --port ${gateway.port}`);
      expect((await run("--profile", "work")).json).toMatchObject({ entry: { url: `${gateway.url}/work` } });
      const wrong = await run("--profile", "play");
      expect(wrong.code).toBe(1);
      expect(wrong.json).toMatchObject({ error: { message: "There is no profile 'play'" } });
    } finally {
      await gateway.stop();
    }
  });

  it("is written with a warning where the gateway asks for a token and none is sent", async () => {
    const gateway = await startGateway({ servers: {}, args: ["--require-token"] });
    try {
      const run = (...args: string[]) =>
        gateway.bench.run(["connect", ...args, "--dry-run", "--config", gateway.configFile]);
      const bare = await run("cursor");
      expect(bare.stderr).toContain("warning  The gateway asks every client for a token");
      expect(bare.stderr).toContain("tackle token create cursor");
      expect(bare.stderr).toContain("--token-env TACKLE_TOKEN");
      expect((await run("cursor", "--url", gateway.url)).stderr).toContain("tackle token create cursor");
      expect((await run("zed", "--json")).json).toMatchObject({
        warnings: [expect.stringContaining("connect it with --stdio")],
      });
      for (const args of [["--token-env", "TACKLE_TOKEN"], ["--stdio"], ["--url", "http://127.0.0.1:1/mcp"]])
        expect((await run("cursor", ...args)).stderr).not.toContain("warning");
    } finally {
      await gateway.stop();
    }
    const elsewhere = await connect("cursor", "--dry-run", "--url", "https://box.example/mcp");
    expect(elsewhere.stderr).toContain(
      "A gateway that other machines can reach asks every client for a token",
    );
    expect((await connect("cursor", "--dry-run")).stderr).not.toContain("token");
  });

  it("is the usual one otherwise, and it is said that nothing runs there", async () => {
    const run = await connect("cursor", "--dry-run", "--profile", "default");
    expect(run.stdout).toContain(URL);
    const made = await connect("cursor", "--yes");
    expect(made.stderr).toContain("start it with: tackle serve");
  });

  it("can be given, but not with a secret in it", async () => {
    const url = "https://box.example/mcp/work";
    expect((await connect("cursor", "--yes", "--json", "--url", url)).json).toMatchObject({ entry: { url } });
    for (const open of ["https://me:hunter2@box.example/mcp", "https://box.example/mcp?token=hunter2"]) {
      const run = await connect("cursor", "--yes", "--url", open);
      expect(run.code).toBe(2);
      expect(run.stderr).not.toContain("hunter2");
    }
  });

  it("is never given a token, only the name of its variable", async () => {
    const run = await connect("cursor", "--yes", "--token-env", "tbx_abc_0123456789abcdef");
    expect(run.code).toBe(2);
    expect(run.stderr).not.toContain("0123456789abcdef");
    expect(run.stderr).toContain("the name of a variable");
  });

  it.each([
    [["cursor", "--stdio", "--url", URL], "exclude each other"],
    [["claude-desktop", "--url", URL], "only starts programs"],
    [["cursor", "--url", "ftp://x"], "no address of HTTP"],
    [["cursor", "--url", URL, "--profile", "x"], "exclude each other"],
    [["cursor", "--stdio", "--token-env", "X"], "needs no token"],
    [["cursr"], "Did you mean 'cursor'?"],
    [["cursor", "zed"], "Too many words"],
  ])("%j is refused", async (args, message) => {
    const run = await connect(...args);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(message);
  });
});

describe("the program", () => {
  it("is started with the profile and the files that were named here", async () => {
    const config = bench.write(
      "box.json",
      JSON.stringify({ mcpServers: {}, settings: { profiles: { work: {} } } }),
    );
    const run = await connect(
      "claude-desktop",
      "--yes",
      "--json",
      "--profile",
      "work",
      "--config",
      "box.json",
    );
    expect(run.json, run.stderr).toMatchObject({
      entry: {
        command: process.execPath,
        args: [TACKLE, "serve", "--stdio", "--profile", "work", "--config", config],
      },
    });
  });

  it("is 'tackle' where that is this program, and not where it is another", async () => {
    const bin = inHome("bin");
    mkdirSync(bin);
    symlinkSync(TACKLE, join(bin, "tackle"));
    const run = (): Promise<Outcome> =>
      bench.run(["connect", "claude-desktop", "--dry-run", "--json"], { env: { PATH: bin } });
    expect((await run()).json).toMatchObject({ entry: { command: "tackle", args: ["serve", "--stdio"] } });
    writeFileSync(join(bench.home, "other"), "#!/bin/sh\n", { mode: 0o755 });
    const other = inHome("other-bin");
    mkdirSync(other);
    symlinkSync(join(bench.home, "other"), join(other, "tackle"));
    const withOther = await bench.run(["connect", "claude-desktop", "--dry-run", "--json"], {
      env: { PATH: other },
    });
    expect(withOther.json).toMatchObject({ entry: PROGRAM });
  });

  it("that was written is one that a client can start", async () => {
    await connect("claude-desktop", "--yes");
    const { command, args } = entryIn(".config/Claude/claude_desktop_config.json") as typeof PROGRAM;
    expect(command).toBe(process.execPath);
    const [, ...words] = args;
    const ping = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`;
    const run = await bench.run(words, { stdin: ping });
    expect(run.stdout).toContain(`"id":1`);
  });
});

describe("the list", () => {
  it("says which clients are here and which have the gateway", async () => {
    put(
      ".cursor/mcp.json",
      `{"mcpServers": {"mine": {"url": "http://localhost:4747/mcp/work"}, "other": {"url": "https://x.example/mcp"}}}`,
    );
    mkdirSync(inHome(".codex"));
    put(".gemini/settings.json", "{ broken");
    await connect("claude-desktop", "--yes");
    const { json: clients, stderr, code } = await connect("--json");
    expect(code).toBe(0);
    const of = (id: string) => (clients as readonly { client: string }[]).find(({ client }) => client === id);
    expect(of("cursor")).toMatchObject({
      found: true,
      connected: true,
      connections: [{ name: "mine", scope: "user" }],
    });
    expect(of("claude-desktop")).toMatchObject({
      found: true,
      connected: true,
      connections: [{ name: "tacklebox" }],
    });
    expect(of("codex")).toMatchObject({ found: true, connected: false });
    expect(of("gemini")).toMatchObject({
      found: true,
      connected: false,
      problems: [{ line: 1, column: 3 }],
    });
    expect(of("zed")).toMatchObject({ found: false, connected: false });
    expect(stderr).toContain("settings.json:1:3");
    const human = await connect();
    expect(human.stdout).toMatch(/^cursor +Cursor +found +http:\/\/localhost:4747\/mcp\/work in /m);
  });
});

function goose(fields: object): string {
  const { type, ...rest } = fields as { type: string };
  const description = "All your MCP servers, through Tacklebox";
  return JSON.stringify({ enabled: true, type, name: "tacklebox", description, timeout: 300, ...rest });
}

/** Our entry as the client would read it. */
function entryIn(file: string): unknown {
  const text = read(file);
  if (file.endsWith(".yaml"))
    return (parseYaml(text) as { extensions?: Record<string, unknown> })?.extensions?.["tacklebox"];
  if (file.endsWith(".toml")) return tomlEntry(text);
  const root = JSON.parse(text.replaceAll(/\/\/ .*$|\/\*.*?\*\//gm, "")) as Record<
    string,
    Record<string, unknown>
  >;
  const key =
    ["mcpServers", "servers", "context_servers", "mcp"].find((name) => Object.hasOwn(root, name)) ?? "";
  return root[key]?.["tacklebox"];
}

/** Enough of TOML for what is written here: one table of texts and lists of texts. */
function tomlEntry(text: string): unknown {
  const [, table] = /^\[mcp_servers\.tacklebox\]\n((?:\w+ = .*\n)*)/m.exec(text) ?? [];
  if (table === undefined) return undefined;
  const lines = table
    .trim()
    .split("\n")
    .map((line) => line.split(" = ") as [string, string]);
  return Object.fromEntries(lines.map(([key, value]) => [key, JSON.parse(value) as unknown]));
}
