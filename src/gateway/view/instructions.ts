/** Tells a model what is behind an endpoint. Clients put this text into a prompt, so it is short and always the same. */
import type { Box } from "../../box/box.ts";
import { cutText } from "../../util/terminal-text.ts";
import type { View } from "./view.ts";

const MAX_SERVERS = 60;
const MAX_LINE = 200;
const MAX_OWN_WORDS = 4000;

export function writeInstructions(box: Box, view: View): string | undefined {
  const { profile } = view;
  const servers = [...view.servers()];
  if (profile.naming === "own") {
    const words = servers[0] === undefined ? undefined : box.upstream(servers[0]).instructions;
    return words === undefined ? undefined : cutText(words, MAX_OWN_WORDS);
  }
  if (servers.length === 0) return "Tacklebox offers the tools of MCP servers; none is configured here.";
  // The tool that finds or runs the others names the servers, and once is enough.
  if (view.ownTool("search_tools") !== undefined) return HOW[profile.expose];
  const counts = new Map<string, number>();
  for (const { server } of view.tools()) counts.set(server, (counts.get(server) ?? 0) + 1);
  const lines = servers
    .slice(0, MAX_SERVERS)
    .map((server) => `- ${server} (${counts.get(server) ?? 0} tools)${purposeOf(box, server)}`);
  const more = servers.length > MAX_SERVERS ? [`- and ${servers.length - MAX_SERVERS} more`] : [];
  return [HOW[profile.expose], "Servers:", ...lines, ...more].join("\n");
}

const HOW = {
  direct:
    "Tacklebox offers the tools of several MCP servers as one. A tool's name begins with the server it belongs to.",
  search:
    "Tacklebox offers the tools of several MCP servers. Find them with search_tools, read their parameters with " +
    "describe_tools, and use them with call_tool.",
  code:
    "Tacklebox offers the tools of several MCP servers to code that you write. Find them with search_tools, and call " +
    "them in run_code.",
} as const;

/** What a person wrote of the server, else the first sentence of what it says of itself. */
function purposeOf(box: Box, server: string): string {
  const { definition, instructions } = box.upstream(server);
  const own = instructions?.split(/\n|(?<=\.)\s/, 1)[0];
  const purpose = (definition.description ?? own ?? "").trim();
  return purpose === "" ? "" : `: ${cutText(purpose, MAX_LINE)}`;
}
