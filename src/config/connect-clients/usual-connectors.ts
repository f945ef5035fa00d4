/** Clients that keep `mcpServers` by name. They differ in where, and in the words for an address and for a variable. */
import { claudeCode } from "../import-clients/clients/claude-code.ts";
import { claudeDesktop } from "../import-clients/clients/claude-desktop.ts";
import { cline, roo } from "../import-clients/clients/cline.ts";
import { copilotCli } from "../import-clients/clients/copilot-cli.ts";
import { cursor } from "../import-clients/clients/cursor.ts";
import { gemini } from "../import-clients/clients/gemini.ts";
import { plainClients } from "../import-clients/clients/plain-clients.ts";
import { antigravity, windsurf } from "../import-clients/clients/windsurf.ts";
import { inFolderOf, inHome, type Places } from "../import-clients/places.ts";
import { bearerHeader, type Connector, type Entry, type HttpTarget, type StdioTarget } from "./connector.ts";

type Reference = (name: string) => string;

const braces: Reference = (name) => `\${${name}}`;
const envBraces: Reference = (name) => `\${env:${name}}`;
/** For clients that have no way to refer to a variable: they are never asked to. */
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

/** Without what an organisation prescribes, which is not the user's to change. */
function claudeCodeFiles(places: Places): string[] {
  return inFolderOf(places, "CLAUDE_CONFIG_DIR", [".claude.json"]) ?? inHome(places, ".claude.json");
}

const { http: _noHttp, ...programsOnly } = usual();

const PLAIN: Readonly<Record<string, Omit<Connector, "client">>> = {
  kiro: {
    program: "kiro",
    ...usual({ reference: braces }),
    afterwards: "Kiro notices by itself; it asks before it uses a variable.",
  },
  "lm-studio": { program: "lms", ...usual(), afterwards: "Switch it on in LM Studio, under Program." },
};

export const usualConnectors: readonly Connector[] = [
  {
    client: claudeCode,
    program: "claude",
    ...usual({ reference: braces, stdioFields: { type: "stdio" }, httpFields: { type: "http" } }),
    userFiles: claudeCodeFiles,
    // Not `.mcp.json`: Tacklebox reads that too, and would become a server of itself.
    projectFiles: claudeCodeFiles,
    serversPath: (_root, scope, { cwd }) =>
      scope === "project" ? ["projects", cwd, "mcpServers"] : ["mcpServers"],
    afterwards: "Start Claude Code anew, or look at /mcp there.",
  },
  {
    client: claudeDesktop,
    ...programsOnly,
    afterwards: "Quit Claude Desktop and start it again.",
  },
  {
    client: cursor,
    program: "cursor",
    ...usual({ reference: envBraces }),
    afterwards: "Switch it on in Cursor's settings, under MCP.",
  },
  {
    client: gemini,
    program: "gemini",
    // Its plain `url` means HTTP+SSE.
    ...usual({ url: "httpUrl", reference: braces }),
    afterwards: "Start Gemini CLI anew, or use /mcp refresh there.",
  },
  {
    client: windsurf,
    program: "windsurf",
    ...usual({ url: "serverUrl", reference: envBraces }),
    afterwards: "Press refresh in Windsurf's list of MCP servers.",
  },
  {
    client: antigravity,
    program: "antigravity",
    ...usual({ url: "serverUrl" }),
    afterwards: "Press refresh in Antigravity's list of MCP servers.",
  },
  {
    client: cline,
    // Without a type an address means HTTP+SSE.
    ...usual({ httpFields: { type: "streamableHttp" } }),
    afterwards: "Cline notices by itself.",
  },
  {
    client: roo,
    ...usual({ reference: envBraces, httpFields: { type: "streamable-http" } }),
    afterwards: "Roo Code notices by itself.",
  },
  {
    client: copilotCli,
    program: "copilot",
    ...usual({
      reference: braces,
      stdioFields: { type: "local", tools: ["*"] },
      httpFields: { type: "http", tools: ["*"] },
    }),
    afterwards: "Start Copilot CLI anew.",
  },
  ...plainClients.flatMap((client): Connector[] => {
    const rest = Object.hasOwn(PLAIN, client.id) ? PLAIN[client.id] : undefined;
    return rest === undefined ? [] : [{ client, ...rest }];
  }),
];
