import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../load-config.ts";
import { collectServers } from "./collect-servers.ts";
import { planImport } from "./plan-import.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "import-"));
  mkdirSync(join(home, "project"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(path: string, content: unknown): void {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
}

const cursor = (servers: object): void => write(".cursor/mcp.json", { mcpServers: servers });
const claude = (servers: object): void => write(".claude.json", { mcpServers: servers });
const ours = (servers: object): void => write(".config/tacklebox/config.json", { mcpServers: servers });

async function collect() {
  const cwd = join(home, "project");
  const places = { platform: "linux", home, env: {}, cwd } as const;
  return collectServers({ places, targetFolder: undefined, ownFiles: new Set() });
}

async function plan() {
  const options = { env: { HOME: home }, cwd: join(home, "project") };
  const { files } = await collect();
  const found = files.flatMap((file) => file.servers);
  const target = { scope: "user", file: join(home, ".config/tacklebox/config.json") } as const;
  const config = await loadConfig(options);
  return planImport(found, { config, options, targetFor: () => target });
}

const verdicts = async () => (await plan()).map(({ name, as, verdict }) => [name, as, verdict]);

describe("the same server", () => {
  it("of two clients is taken once, whatever its names", async () => {
    claude({ a: { command: "x", args: ["1"], env: { B: "2", A: "1" } }, web: { url: "https://x/mcp/" } });
    cursor({ b: { command: "x", args: ["1"], env: { A: "1", B: "2" } }, web: { url: "https://x/mcp" } });
    expect(await verdicts()).toEqual([
      ["a", "a", "new"],
      ["web", "web", "new"],
      ["b", "a", "duplicate"],
      ["web", "web", "duplicate"],
    ]);
  });

  it("that is configured already is not taken again", async () => {
    ours({ mine: { command: ["x", "1"] } });
    cursor({ theirs: { command: "x", args: ["1"] } });
    expect(await verdicts()).toEqual([["theirs", "mine", "configured"]]);
  });

  it("with another token is the same under one name only", async () => {
    claude({ web: { url: "https://x/mcp", headers: { Authorization: "Bearer ${A}" } } });
    cursor({
      web: { url: "https://x/mcp", headers: { Authorization: "Bearer ${B}" } },
      other: { url: "https://x/mcp", headers: { Authorization: "Bearer ${C}" } },
    });
    expect(await plan()).toMatchObject([
      { verdict: "new" },
      { verdict: "duplicate", reason: expect.stringContaining("its headers differ") },
      { name: "other", verdict: "new" },
    ]);
  });
});

it("gives another server of the same name a suffix and says so", async () => {
  ours({ a: { command: "mine" } });
  claude({ a: { command: "x" } });
  cursor({ a: { command: "y" } });
  expect(await plan()).toMatchObject([
    {
      as: "a-claude-code",
      verdict: "new",
      notes: ["It is called 'a-claude-code' here: there is another 'a'."],
    },
    { as: "a-cursor", verdict: "new" },
  ]);
});

describe("Tacklebox itself", () => {
  it.each([
    { command: "tackle", args: ["serve", "--stdio"] },
    { command: "/usr/local/bin/tackle" },
    { command: "C:\\npm\\tackle.cmd" },
    { command: "npx", args: ["-y", "tacklebox@latest", "serve", "--stdio"] },
    { command: "node", args: ["/srv/tacklebox/dist/tackle.js", "serve"] },
    { command: "node", args: ["/x/node_modules/tacklebox/dist/tackle.js"] },
    { url: "http://127.0.0.1:4747/mcp" },
    { url: "http://localhost:4747/servers/github/mcp" },
    { command: "npx", args: ["mcp-remote", "http://localhost:4747/mcp"] },
  ])("is left out: %j", async (server) => {
    cursor({ box: server });
    expect(await verdicts()).toEqual([["box", "box", "ourselves"]]);
  });

  it("is known by its name at another port of this machine", async () => {
    cursor({ tacklebox: { url: "http://127.0.0.1:9000/mcp" }, other: { url: "http://127.0.0.1:9000/mcp" } });
    expect(await verdicts()).toEqual([
      ["tacklebox", "tacklebox", "ourselves"],
      ["other", "other", "new"],
    ]);
  });

  it("is not seen in others", async () => {
    cursor({ a: { command: "npx", args: ["tackle-shop"] }, b: { url: "https://tacklebox.example.com/mcp" } });
    expect(await verdicts()).toEqual([
      ["a", "a", "new"],
      ["b", "b", "new"],
    ]);
  });
});

it("names fields with a plain secret, and never their values", async () => {
  cursor({
    a: {
      command: "x",
      args: ["--api-key", "canary-canary-1"],
      env: { API_TOKEN: "canary-canary-2", B: "${C}", REF_TOKEN: "${env:D}", MODE: "fast" },
    },
    b: { url: "https://x/mcp", headers: { Authorization: "Bearer canary-canary-3" } },
    c: { url: "https://x/c", headers: { Authorization: "Bearer ${T}" } },
  });
  const planned = await plan();
  expect(planned.map(({ secrets }) => secrets)).toEqual([
    ["env.API_TOKEN", "args"],
    ["headers.Authorization"],
    [],
  ]);
  const told = planned.map(({ notes, reason, problems, secrets }) => ({ notes, reason, problems, secrets }));
  expect(JSON.stringify(told)).not.toContain("canary");
});

describe("what makes no sense", () => {
  it("is of no use, with the reason", async () => {
    cursor({ a: {}, b: { url: "unix:///x" }, c: { command: "x" } });
    expect(await plan()).toMatchObject([
      { name: "a", verdict: "unusable", reason: expect.stringContaining("Missing 'command' or 'url'") },
      { name: "b", verdict: "unusable", reason: expect.stringContaining("not a web address") },
      { name: "c", verdict: "new" },
    ]);
  });

  it("in one entry has a place and leaves the others alone", async () => {
    write(
      ".cursor/mcp.json",
      `{"mcpServers": {\n"a": {"command": "x", "env": "nonsense"},\n"b": 5,\n"c": {"command": "x"}}}`,
    );
    const { files } = await collect();
    expect(files[0]?.problems).toMatchObject([
      { server: "a", line: 2, column: 30, severity: "error" },
      { server: "b", line: 3, column: 1 },
    ]);
    expect(files[0]?.servers.map(({ name }) => name)).toEqual(["c"]);
  });

  it("in one file has a place and leaves the other files alone", async () => {
    write(".cursor/mcp.json", `{"mcpServers": {\n  oops }}`);
    write(".codex/config.toml", "[mcp_servers.a]\ncommand = ?\n");
    write(".config/goose/config.yaml", "extensions: [\n");
    claude({ a: { command: "x" } });
    const { files } = await collect();
    const broken = files.filter(({ problems }) => problems.length > 0);
    expect(broken.map(({ client, problems }) => [client.id, problems[0]?.line])).toEqual([
      ["cursor", 2],
      ["codex", 2],
      ["goose", expect.any(Number)],
    ]);
    expect(files.flatMap((file) => file.servers)).toHaveLength(1);
  });

  it("is plain data, also under the names of prototypes", async () => {
    write(
      ".cursor/mcp.json",
      `{"mcpServers": {"__proto__": {"command": "x"}, "constructor": {"command": "y", "__proto__": 1}}}`,
    );
    expect(await plan()).toMatchObject([
      { name: "__proto__", verdict: "unusable" },
      { name: "constructor", verdict: "new", dropped: [{ field: "__proto__" }] },
    ]);
  });
});

describe("a project's server", () => {
  it("is told from the user's own, and found from a folder below", async () => {
    write("project/.cursor/mcp.json", { mcpServers: { a: { command: "node", args: ["./x.js"] } } });
    mkdirSync(join(home, "project/below"));
    const places = { platform: "linux", home, env: {}, cwd: join(home, "project/below") } as const;
    const reading = { places, targetFolder: undefined, ownFiles: new Set<string>() };
    const { files } = await collectServers(reading);
    expect(files.flatMap((file) => file.servers)).toMatchObject([
      { name: "a", isProjects: true, server: { cwd: join(home, "project") } },
    ]);
    const kept = await collectServers({ ...reading, targetFolder: join(home, "project") });
    expect(kept.files[0]?.servers[0]?.server).toEqual({ command: "node", args: ["./x.js"] });
  });

  it("may not read files or secrets, wherever it goes", async () => {
    const headers = { A: "${file:/etc/passwd}", B: "${secret:x}" };
    write("project/.cursor/mcp.json", { mcpServers: { a: { url: "https://x/mcp", headers } } });
    expect(await plan()).toMatchObject([
      { verdict: "unusable", reason: expect.stringContaining("may not read") },
    ]);
  });

  it("in a file that Tacklebox reads itself is not imported", async () => {
    write("project/.mcp.json", { mcpServers: { a: { command: "x" } } });
    const places = { platform: "linux", home, env: {}, cwd: join(home, "project") } as const;
    const file = join(home, "project/.mcp.json");
    const collected = await collectServers({ places, targetFolder: undefined, ownFiles: new Set([file]) });
    expect(collected).toEqual({ files: [], shared: [file] });
  });
});
