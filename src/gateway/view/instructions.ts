/** Tells a model what is behind an endpoint. Clients put this text into a prompt, so it is short and always the same. */
import type { Box } from "../../box/box.ts";
import { firstSentence, oneLine } from "../../signature/doc-text.ts";
import type { NamingStrategy } from "../../types.ts";
import { cutText, toTerminalText } from "../../util/terminal-text.ts";
import type { View } from "./view.ts";

const MAX_SERVERS = 60;
/** What a server may say of itself among others; all of them together; and where it is alone. */
const MAX_PURPOSE = 200;
const MAX_PURPOSES = 4000;
const MAX_OWN_WORDS = 4000;

export function writeInstructions(box: Box, view: View): string | undefined {
  const servers = [...view.servers()];
  if (view.profile.naming === "own") return ownWords(box, servers[0]);
  if (servers.length === 0) return "Tacklebox offers the tools of MCP servers; none is configured here.";
  // The tool that finds or runs the others names the servers, and once is enough.
  if (view.listing !== "direct") return howToUse(view, box);
  const states = new Map(box.status().map(({ name, state }) => [name, state]));
  const counts = new Map<string, number>();
  for (const { server } of view.tools()) counts.set(server, (counts.get(server) ?? 0) + 1);
  let left = MAX_PURPOSES;
  const lines = servers.slice(0, MAX_SERVERS).map((server) => {
    const purpose = purposeOf(box, server, Math.min(left, MAX_PURPOSE));
    left -= purpose.length;
    const count = counts.get(server);
    const has =
      count === undefined && states.get(server) === "starting" ? "starting" : countOfTools(count ?? 0);
    return `- ${server} (${has})${purpose === "" ? "" : `: ${purpose}`}`;
  });
  const more = servers.length > MAX_SERVERS ? [`- and ${servers.length - MAX_SERVERS} more`] : [];
  return [howToUse(view, box), "Servers:", ...lines, ...more].join("\n");
}

const NAMES: Readonly<Record<NamingStrategy, string>> = {
  mcp__server__tool: "mcp__SERVER__TOOL",
  mcp_server_tool: "mcp_SERVER_TOOL",
  "tool@server": "TOOL@SERVER",
  "server::tool": "SERVER::TOOL",
};

/** By what is listed in fact: nobody may be sent to a tool that is not there. */
function howToUse({ listing, profile: { naming } }: View, { catalog }: Box): string {
  switch (listing) {
    case "direct": {
      const form = NAMES[naming === undefined || naming === "own" ? catalog.strategy : naming];
      return `Tacklebox offers the tools of several MCP servers as one. Their names have the form ${form}.`;
    }
    case "search":
      return (
        "Tacklebox offers the tools of several MCP servers. Find them with search_tools, read their parameters with " +
        "describe_tools, and use them with call_tool."
      );
    case "code":
      return (
        "Tacklebox offers the tools of several MCP servers to code that you write. Find them with search_tools, and call " +
        "them in run_code."
      );
  }
}

function ownWords(box: Box, server: string | undefined): string | undefined {
  const words = server === undefined ? undefined : box.upstream(server).instructions;
  return words === undefined
    ? undefined
    : toTerminalText(cutText(words, MAX_OWN_WORDS), { keepNewlines: true });
}

/** What a person wrote of the server, else the first sentence of what it says of itself. */
function purposeOf(box: Box, server: string, maxChars: number): string {
  if (maxChars < LEAST_WORDS) return "";
  const { definition, instructions } = box.upstream(server);
  if (definition.description !== undefined) return oneLine(definition.description, maxChars);
  return instructions === undefined ? "" : firstSentence(withoutHeadings(instructions), maxChars);
}

/** Less says nothing. */
const LEAST_WORDS = 20;
/** As much as a first sentence is looked for in. */
const MAX_READ = 4000;

/** In Markdown; a heading is mostly the server's name once more. */
function withoutHeadings(text: string): string {
  const lines = text.slice(0, MAX_READ).split(/\r?\n/);
  const isUnderline = (line = ""): boolean => /^ {0,3}(?:=+|-{2,})[ \t]*$/.test(line);
  const kept = lines.filter(
    (line, index) =>
      !/^ {0,3}#{1,6}(?:[ \t]|$)/.test(line) && !isUnderline(line) && !isUnderline(lines[index + 1]),
  );
  return kept.join("\n");
}

function countOfTools(count: number): string {
  return count === 1 ? "1 tool" : `${count} tools`;
}
