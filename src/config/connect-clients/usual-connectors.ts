/** Clients that keep `mcpServers` by name. They differ in where, and in the words for an address and for a variable. */
import {
  inApplicationData,
  inCodeUser,
  inDotConfig,
  inFolderOf,
  inHome,
  pathsOf,
  type Places,
} from "../client-places.ts";
import { bearerHeader, type Connector, type Entry, type HttpTarget, type StdioTarget } from "./connector.ts";

type Reference = (name: string) => string;

const braces: Reference = (name) => `\${${name}}`;
const envBraces: Reference = (name) => `\${env:${name}}`;
/** For clients that have no way to refer to a variable: nothing is ever written for them. */
const none: Reference = () => "";

interface Words {
  /** The key for an address of Streamable HTTP. */
  readonly url?: string;
  readonly reference?: Reference;
  /** Fields that say which of the two it is. */
  readonly stdioFields?: Entry;
  readonly httpFields?: Entry;
}

function usual({ url = "url", reference, stdioFields, httpFields }: Words = {}) {
  return {
    serversPath: () => ["mcpServers"],
    stdio: ({ command, args }: StdioTarget): Entry => ({ ...stdioFields, command, args }),
    http: (target: HttpTarget): Entry => ({
      ...httpFields,
      [url]: target.url,
      ...bearerHeader(target, reference ?? none),
    }),
    takesToken: reference !== undefined,
  };
}

function inProject(...steps: readonly string[]): (places: Places) => string {
  return (places) => pathsOf(places).join(places.cwd, ...steps);
}

function claudeCodeFile(places: Places): string[] {
  return inFolderOf(places, "CLAUDE_CONFIG_DIR", ".claude.json") ?? inHome(places, ".claude.json");
}

const DESKTOP_FILE = "claude_desktop_config.json";
const { http: _noHttp, ...programsOnly } = usual();

export const usualConnectors: readonly Connector[] = [
  {
    id: "claude-code",
    label: "Claude Code",
    program: "claude",
    ...usual({ reference: braces, stdioFields: { type: "stdio" }, httpFields: { type: "http" } }),
    userFiles: claudeCodeFile,
    // Not `.mcp.json`: Tacklebox reads that too, and would become a server of itself.
    projectFile: (places) => claudeCodeFile(places)[0],
    serversPath: (_root, scope, { cwd }) =>
      scope === "project" ? ["projects", cwd, "mcpServers"] : ["mcpServers"],
    afterwards: "Start Claude Code anew, or look at /mcp there.",
  },
  {
    id: "claude-desktop",
    label: "Claude Desktop",
    ...programsOnly,
    userFiles: (places) => [
      ...inApplicationData(places, "Claude", DESKTOP_FILE),
      ...(places.platform === "linux" ? inDotConfig(places, "claude", DESKTOP_FILE) : []),
    ],
    takesToken: false,
    afterwards: "Quit Claude Desktop and start it again.",
  },
  {
    id: "cursor",
    label: "Cursor",
    program: "cursor",
    ...usual({ reference: envBraces }),
    userFiles: (places) => inHome(places, ".cursor", "mcp.json"),
    projectFile: inProject(".cursor", "mcp.json"),
    afterwards: "Switch it on in Cursor's settings, under MCP.",
  },
  {
    id: "gemini",
    label: "Gemini CLI",
    program: "gemini",
    // Its plain `url` means HTTP+SSE.
    ...usual({ url: "httpUrl", reference: braces }),
    userFiles: (places) => inHome(places, ".gemini", "settings.json"),
    projectFile: inProject(".gemini", "settings.json"),
    afterwards: "Start Gemini CLI anew, or use /mcp refresh there.",
  },
  {
    id: "windsurf",
    label: "Windsurf",
    program: "windsurf",
    ...usual({ url: "serverUrl", reference: envBraces }),
    userFiles: (places) => [
      ...inHome(places, ".codeium", "windsurf", "mcp_config.json"),
      ...inHome(places, ".codeium", "windsurf-next", "mcp_config.json"),
    ],
    afterwards: "Press refresh in Windsurf's list of MCP servers.",
  },
  {
    id: "antigravity",
    label: "Antigravity",
    program: "antigravity",
    ...usual({ url: "serverUrl" }),
    userFiles: (places) => [
      ...inHome(places, ".gemini", "config", "mcp_config.json"),
      ...inHome(places, ".gemini", "antigravity", "mcp_config.json"),
    ],
    afterwards: "Press refresh in Antigravity's list of MCP servers.",
  },
  {
    id: "cline",
    label: "Cline",
    // Without a type an address means HTTP+SSE.
    ...usual({ httpFields: { type: "streamableHttp" } }),
    userFiles: (places) => [
      ...inCodeUser(places, "globalStorage", "saoudrizwan.claude-dev", "settings", "cline_mcp_settings.json"),
      ...inHome(places, ".cline", "data", "settings", "cline_mcp_settings.json"),
    ],
    afterwards: "Cline notices by itself.",
  },
  {
    id: "roo",
    label: "Roo Code",
    ...usual({ reference: envBraces, httpFields: { type: "streamable-http" } }),
    userFiles: (places) =>
      inCodeUser(places, "globalStorage", "rooveterinaryinc.roo-cline", "settings", "mcp_settings.json"),
    projectFile: inProject(".roo", "mcp.json"),
    afterwards: "Roo Code notices by itself.",
  },
  {
    id: "copilot-cli",
    label: "Copilot CLI",
    program: "copilot",
    ...usual({
      reference: braces,
      stdioFields: { type: "local", tools: ["*"] },
      httpFields: { type: "http", tools: ["*"] },
    }),
    userFiles: (places) =>
      inFolderOf(places, "COPILOT_HOME", "mcp-config.json") ?? inHome(places, ".copilot", "mcp-config.json"),
    projectFile: inProject(".github", "mcp.json"),
    afterwards: "Start Copilot CLI anew.",
  },
  {
    id: "kiro",
    label: "Kiro",
    program: "kiro",
    ...usual({ reference: braces }),
    userFiles: (places) => inHome(places, ".kiro", "settings", "mcp.json"),
    projectFile: inProject(".kiro", "settings", "mcp.json"),
    afterwards: "Kiro notices by itself; it asks before it uses a variable.",
  },
  {
    id: "lm-studio",
    label: "LM Studio",
    program: "lms",
    ...usual(),
    userFiles: (places) => inHome(places, ".lmstudio", "mcp.json"),
    afterwards: "Switch it on in LM Studio, under Program.",
  },
];
