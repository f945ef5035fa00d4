import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLIENTS } from "./clients.ts";
import { collectServers } from "./collect-servers.ts";
import type { Places } from "./places.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");
const clients = readdirSync(FIXTURES);

const homeOf = (client: string): string => join(FIXTURES, client, "home");

async function read(client: string) {
  const home = homeOf(client);
  const project = join(home, "project");
  const cwd = existsSync(project) ? project : home;
  const places: Places = { platform: "linux", home, env: {}, cwd };
  return collectServers({ places, targetFolder: project, ownFiles: new Set() });
}

describe("the example of", () => {
  it.each(clients)("%s becomes the entries that are recorded beside it", async (client) => {
    const { files } = await read(client);
    const servers = files.flatMap((file) => file.servers);
    const shown = servers.map(({ name, client: id, isProjects, server, dropped, notes, skipped }) => ({
      name,
      client: id,
      ...(isProjects ? { isProjects } : {}),
      server,
      ...(dropped.length > 0 ? { dropped: dropped.map(({ field }) => field) } : {}),
      ...(notes.length > 0 ? { notes } : {}),
      ...(skipped === undefined ? {} : { skipped }),
    }));
    const text = JSON.stringify({ servers: shown }).replaceAll(homeOf(client), "HOME");
    expect(JSON.parse(text)).toEqual(
      JSON.parse(readFileSync(join(FIXTURES, client, "expected.json"), "utf8")),
    );
    expect(files.flatMap((file) => file.problems)).toEqual([]);
  });
});

it("has an example for every client", () => {
  expect(CLIENTS.map(({ id }) => id).sort()).toEqual(clients.sort());
});

it("gives every client a word of its own", () => {
  expect(new Set(CLIENTS.map(({ id }) => id)).size).toBe(CLIENTS.length);
});

describe("files are looked for", () => {
  const filesOf = (id: string, places: Partial<Places>): readonly string[] =>
    CLIENTS.find((client) => client.id === id)?.userFiles({
      platform: "linux",
      home: "/home/me",
      env: {},
      cwd: "/",
      ...places,
    }) ?? [];
  const mac = { platform: "darwin", home: "/Users/me" } as const;
  const windows = {
    platform: "win32",
    home: "C:\\Users\\me",
    env: { APPDATA: "C:\\Users\\me\\AppData\\Roaming" },
  } as const;

  it.each([
    ["claude-desktop", {}, "/home/me/.config/Claude/claude_desktop_config.json"],
    ["claude-desktop", { env: { XDG_CONFIG_HOME: "/x" } }, "/x/Claude/claude_desktop_config.json"],
    ["claude-desktop", mac, "/Users/me/Library/Application Support/Claude/claude_desktop_config.json"],
    ["claude-desktop", windows, "C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json"],
    ["claude-code", mac, "/Users/me/.claude.json"],
    ["claude-code", { env: { CLAUDE_CONFIG_DIR: "/claude" } }, "/claude/.claude.json"],
    ["cursor", windows, "C:\\Users\\me\\.cursor\\mcp.json"],
    ["vscode", mac, "/Users/me/Library/Application Support/Code/User/mcp.json"],
    ["vscode", windows, "C:\\Users\\me\\AppData\\Roaming\\Code - Insiders\\User\\mcp.json"],
    ["vscode", { ...windows, env: {} }, "C:\\Users\\me\\AppData\\Roaming\\Code\\User\\mcp.json"],
    ["codex", { env: { CODEX_HOME: "/codex" } }, "/codex/config.toml"],
    ["zed", mac, "/Users/me/Library/Application Support/Zed/settings.json"],
    ["opencode", { env: { OPENCODE_CONFIG: "/o/mine.jsonc" } }, "/o/mine.jsonc"],
    ["goose", windows, "C:\\Users\\me\\AppData\\Roaming\\Block\\goose\\config\\config.yaml"],
    ["windsurf", windows, "C:\\Users\\me\\.codeium\\windsurf\\mcp_config.json"],
    [
      "cline",
      mac,
      "/Users/me/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    ],
  ])("of %s with %j at %s", (id, places, file) => {
    expect(filesOf(id, places)).toContain(file);
  });

  it("nowhere in the home of a user who has none", () => {
    expect(CLIENTS.flatMap(({ id }) => filesOf(id, { home: undefined }))).toEqual([
      "/etc/claude-code/managed-mcp.json",
    ]);
  });

  it("not where a relative variable points", () => {
    expect(filesOf("codex", { env: { CODEX_HOME: "codex" } })).toEqual(["/home/me/.codex/config.toml"]);
  });
});
