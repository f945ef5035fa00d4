/** A line to paste for each of the best-known clients; with a token, it is taken from the variable TACKLE_TOKEN. */

type Line = (url: string, needsToken: boolean) => string;

const BEARER = "Authorization: Bearer $TACKLE_TOKEN";

const CLIENTS: readonly (readonly [string, Line])[] = [
  [
    "Claude Code",
    (url, token) => `claude mcp add --transport http tacklebox ${url}${token ? ` --header "${BEARER}"` : ""}`,
  ],
  [
    "Codex",
    (url, token) =>
      `codex mcp add tacklebox --url ${url}${token ? " --bearer-token-env-var TACKLE_TOKEN" : ""}`,
  ],
  [
    "Gemini",
    (url, token) => `gemini mcp add --transport http tacklebox ${url}${token ? ` --header "${BEARER}"` : ""}`,
  ],
  [
    "VS Code",
    (url, token) => {
      const headers = token ? { headers: { Authorization: "Bearer ${env:TACKLE_TOKEN}" } } : undefined;
      return `code --add-mcp '${JSON.stringify({ name: "tacklebox", type: "http", url, ...headers })}'`;
    },
  ],
  [
    "Cursor",
    (url, token) => {
      const headers = token ? { headers: { Authorization: "Bearer ${env:TACKLE_TOKEN}" } } : undefined;
      return `${JSON.stringify({ mcpServers: { tacklebox: { url, ...headers } } })} in ~/.cursor/mcp.json`;
    },
  ],
];

export function clientLines(
  url: string,
  needsToken: boolean,
): readonly (readonly [client: string, line: string])[] {
  return CLIENTS.map(([name, line]) => [name, line(url, needsToken)]);
}
