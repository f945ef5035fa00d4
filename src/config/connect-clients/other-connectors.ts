/** Clients with a shape of their own. */
import { nodeAt, type ConfigNode, type ConfigPath } from "../formats/node.ts";
import { codex as codexClient } from "../import-clients/clients/codex.ts";
import { goose as gooseClient } from "../import-clients/clients/goose.ts";
import { opencode as opencodeClient } from "../import-clients/clients/opencode.ts";
import { vscode as vscodeClient } from "../import-clients/clients/vscode.ts";
import { zed as zedClient } from "../import-clients/clients/zed.ts";
import {
  inApplicationData,
  inCodeUser,
  inDotConfig,
  inFolderOf,
  pathsOf,
  type Places,
} from "../import-clients/places.ts";
import { bearerHeader, type Connector } from "./connector.ts";

/** What Goose shows beside the name. */
const DESCRIPTION = "All your MCP servers, through Tacklebox";
/** Goose ends calls after this many seconds. */
const GOOSE_TIMEOUT_SECONDS = 300;

export const codex: Connector = {
  client: codexClient,
  program: "codex",
  serversPath: () => ["mcp_servers"],
  stdio: ({ command, args }) => ({ command, args }),
  http: ({ url, tokenVariable }) => ({
    url,
    ...(tokenVariable === undefined ? undefined : { bearer_token_env_var: tokenVariable }),
  }),
  takesToken: true,
  afterwards: "Start Codex anew.",
};

export const vscode: Connector = {
  client: vscodeClient,
  program: "code",
  // Older versions had their servers among the settings; what is new there belongs into this file.
  userFiles: (places) => inCodeUser(places, "mcp.json"),
  projectFiles: (places) => inProject(places, ".vscode/mcp.json"),
  serversPath: () => ["servers"],
  stdio: ({ command, args }) => ({ type: "stdio", command, args }),
  http: (target) => ({
    type: "http",
    url: target.url,
    ...bearerHeader(target, (name) => `\${env:${name}}`),
  }),
  takesToken: true,
  afterwards: "VS Code notices by itself; start it with 'MCP: List Servers'.",
};

export const zed: Connector = {
  client: zedClient,
  program: "zed",
  userFiles: (places) =>
    places.platform === "win32"
      ? inApplicationData(places, "Zed", "settings.json")
      : inDotConfig(places, "zed", "settings.json"),
  serversPath: () => ["context_servers"],
  stdio: ({ command, args }) => ({ source: "custom", command, args }),
  http: ({ url }) => ({ url }),
  takesToken: false,
  afterwards: "Zed notices by itself.",
};

export const opencode: Connector = {
  client: opencodeClient,
  program: "opencode",
  // A new file is plain JSON.
  userFiles: (places) => [
    ...(inFolderOf(places, "OPENCODE_CONFIG", []) ?? []),
    ...(inFolderOf(places, "OPENCODE_CONFIG_DIR", ["opencode.json"]) ?? []),
    ...(inFolderOf(places, "OPENCODE_CONFIG_DIR", ["opencode.jsonc"]) ?? []),
    ...inDotConfig(places, "opencode", "opencode.json"),
    ...inDotConfig(places, "opencode", "opencode.jsonc"),
  ],
  projectFiles: (places) => inProject(places, "opencode.json", "opencode.jsonc"),
  serversPath: opencodeServers,
  stdio: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
  http: (target) => ({
    type: "remote",
    url: target.url,
    enabled: true,
    ...bearerHeader(target, (name) => `{env:${name}}`),
  }),
  takesToken: true,
  afterwards: "Start opencode anew.",
};

/** Newer files have them one level down; a server that is itself called `servers` says what it runs. */
function opencodeServers(root: ConfigNode | undefined): ConfigPath {
  const nested = nodeAt(root, ["mcp", "servers"]);
  const isServer =
    nested?.kind === "map" &&
    nested.entries.some(({ key, value }) => key === "type" && value.kind === "scalar");
  return nested?.kind === "map" && !isServer ? ["mcp", "servers"] : ["mcp"];
}

export const goose: Connector = {
  client: gooseClient,
  program: "goose",
  serversPath: () => ["extensions"],
  stdio: ({ command, args }, name) => ({
    enabled: true,
    type: "stdio",
    name,
    description: DESCRIPTION,
    cmd: command,
    args,
    timeout: GOOSE_TIMEOUT_SECONDS,
  }),
  http: (target, name) => ({
    enabled: true,
    type: "streamable_http",
    name,
    description: DESCRIPTION,
    uri: target.url,
    timeout: GOOSE_TIMEOUT_SECONDS,
    ...(target.tokenVariable === undefined ? undefined : { env_keys: [target.tokenVariable] }),
    ...bearerHeader(target, (variable) => `\${${variable}}`),
  }),
  takesToken: true,
  afterwards: "Start a new session of Goose.",
};

function inProject(places: Places, ...files: readonly string[]): string[] {
  return files.map((file) => pathsOf(places).join(places.cwd, file));
}
