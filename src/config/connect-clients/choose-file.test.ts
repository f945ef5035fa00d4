import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../util/fixtures/folder.ts";
import type { Places } from "../import-clients/places.ts";
import { chooseFile, isInstalled } from "./choose-file.ts";
import type { Connector } from "./connector.ts";
import { CONNECTORS } from "./connectors.ts";

const SYSTEMS: Readonly<Record<"linux" | "darwin" | "win32", Places>> = {
  linux: { platform: "linux", home: "/home/a", env: {}, cwd: "/work" },
  darwin: { platform: "darwin", home: "/Users/a", env: {}, cwd: "/work" },
  win32: {
    platform: "win32",
    home: "C:\\Users\\a",
    env: { APPDATA: "C:\\Users\\a\\AppData\\Roaming" },
    cwd: "D:\\work",
  },
};

const STORAGE = "User/globalStorage";
const ROAMING = "AppData/Roaming";
const LIBRARY = "Library/Application Support";

/** From the home folder: on Linux, on macOS, on Windows. One that is the same everywhere is named once. */
const USER_FILES: Readonly<Record<string, readonly [string, string?, string?]>> = {
  antigravity: [".gemini/config/mcp_config.json"],
  "claude-code": [".claude.json"],
  "claude-desktop": [
    ".config/Claude/claude_desktop_config.json",
    `${LIBRARY}/Claude/claude_desktop_config.json`,
    `${ROAMING}/Claude/claude_desktop_config.json`,
  ],
  cline: [
    `.config/Code/${STORAGE}/saoudrizwan.claude-dev/settings/cline_mcp_settings.json`,
    `${LIBRARY}/Code/${STORAGE}/saoudrizwan.claude-dev/settings/cline_mcp_settings.json`,
    `${ROAMING}/Code/${STORAGE}/saoudrizwan.claude-dev/settings/cline_mcp_settings.json`,
  ],
  codex: [".codex/config.toml"],
  "copilot-cli": [".copilot/mcp-config.json"],
  cursor: [".cursor/mcp.json"],
  gemini: [".gemini/settings.json"],
  goose: [
    ".config/goose/config.yaml",
    ".config/goose/config.yaml",
    `${ROAMING}/Block/goose/config/config.yaml`,
  ],
  kiro: [".kiro/settings/mcp.json"],
  "lm-studio": [".lmstudio/mcp.json"],
  opencode: [".config/opencode/opencode.json"],
  roo: [
    `.config/Code/${STORAGE}/rooveterinaryinc.roo-cline/settings/mcp_settings.json`,
    `${LIBRARY}/Code/${STORAGE}/rooveterinaryinc.roo-cline/settings/mcp_settings.json`,
    `${ROAMING}/Code/${STORAGE}/rooveterinaryinc.roo-cline/settings/mcp_settings.json`,
  ],
  vscode: [".config/Code/User/mcp.json", `${LIBRARY}/Code/User/mcp.json`, `${ROAMING}/Code/User/mcp.json`],
  windsurf: [".codeium/windsurf/mcp_config.json"],
  zed: [".config/zed/settings.json", ".config/zed/settings.json", `${ROAMING}/Zed/settings.json`],
};

function connectorOf(id: string): Connector {
  const found = CONNECTORS.find(({ client }) => client.id === id);
  if (found === undefined) throw new Error(`no connector ${id}`);
  return found;
}

it("has a place for every client", () => {
  expect(Object.keys(USER_FILES)).toEqual(CONNECTORS.map(({ client }) => client.id));
});

describe.each(Object.entries(USER_FILES))("the file of %s", (id, [linux, mac = linux, windows = linux]) => {
  const connector = connectorOf(id);

  it("is where each system has it", () => {
    expect(chooseFile(connector, "user", SYSTEMS.linux)).toBe(`/home/a/${linux}`);
    expect(chooseFile(connector, "user", SYSTEMS.darwin)).toBe(`/Users/a/${mac}`);
    expect(chooseFile(connector, "user", SYSTEMS.win32)).toBe(
      `C:\\Users\\a\\${windows.replaceAll("/", "\\")}`,
    );
  });

  it("cannot be told for a user without a home", () => {
    expect(chooseFile(connector, "user", { ...SYSTEMS.linux, home: undefined })).toBeUndefined();
  });
});

it("follows the variables by which clients are told another place", () => {
  const env = {
    CLAUDE_CONFIG_DIR: "/c",
    CODEX_HOME: "/x",
    OPENCODE_CONFIG: "/o.json",
    XDG_CONFIG_HOME: "/xdg",
    COPILOT_HOME: "/p",
  };
  const files = ["claude-code", "codex", "opencode", "zed", "copilot-cli"].map((id) =>
    chooseFile(connectorOf(id), "user", { ...SYSTEMS.linux, env }),
  );
  expect(files).toEqual([
    "/c/.claude.json",
    "/x/config.toml",
    "/o.json",
    "/xdg/zed/settings.json",
    "/p/mcp-config.json",
  ]);
});

it("is the one that is there, else the one whose program is there", () => {
  const home = temporaryFolder();
  const places: Places = { platform: "linux", home, env: {}, cwd: home };
  const vscode = connectorOf("vscode");
  expect(isInstalled(vscode, places)).toBe(false);
  mkdirSync(join(home, ".config/VSCodium/User"), { recursive: true });
  expect(isInstalled(vscode, places)).toBe(true);
  expect(chooseFile(vscode, "user", places)).toBe(join(home, ".config/VSCodium/User/mcp.json"));
  mkdirSync(join(home, ".config/Code - Insiders/User"), { recursive: true });
  writeFileSync(join(home, ".config/VSCodium/User/mcp.json"), "{}");
  expect(chooseFile(vscode, "user", places)).toBe(join(home, ".config/VSCodium/User/mcp.json"));
});

it("is found by its program on the PATH", () => {
  const home = temporaryFolder();
  writeFileSync(join(home, "claude"), "", { mode: 0o755 });
  const places: Places = { platform: "linux", home, env: { PATH: home }, cwd: home };
  expect(isInstalled(connectorOf("claude-code"), places)).toBe(true);
  expect(isInstalled(connectorOf("claude-code"), { ...places, env: { PATH: "/nonexistent" } })).toBe(false);
});
