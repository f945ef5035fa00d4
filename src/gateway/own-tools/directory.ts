/**
 * What the gateway's own tools say of the servers behind them, within a budget of tokens whatever their number: all lines get
 * shorter before any server is left out.
 */
import type { Box } from "../../box/box.ts";
import { codeNamesOf } from "../../box/code/code-names.ts";
import type { CatalogTool } from "../../catalog/snapshot.ts";
import { estimateTokens } from "../../signature/estimate-tokens.ts";
import { directoryOf } from "../../signature/prompt/directory-of.ts";
import { promptText } from "../../signature/prompt/prompt-text.ts";
import { firstSentence, oneLine } from "../../signature/doc-text.ts";
import type { Exposure } from "../../types.ts";

export interface DirectoryParts {
  readonly box: Box;
  readonly expose: Exposure;
  readonly isShown: (tool: CatalogTool) => boolean;
  readonly maxTokens: number;
}

/** In code, where they fit, all signatures, so that nothing has to be looked up; else the servers. */
export function writeDirectory(parts: DirectoryParts): string {
  const { box, expose, isShown, maxTokens } = parts;
  if (expose === "code") {
    const { level, text } = promptText(box.catalog, {
      names: codeNamesOf(box),
      isShown,
      describe: (server) => descriptionOf(box, server),
      shapeOf: (tool) => box.shapes.of(tool),
      // Every line has an end, which costs a little more inside of JSON.
      maxTokens: maxTokens * 0.9,
    });
    if (level === "signatures") return text;
  }
  const servers = serversOf(parts);
  for (const write of LEVELS) {
    const text = write(servers);
    if (costOf(text) <= maxTokens) return text;
  }
  return asManyAsFit(servers, maxTokens);
}

interface ListedServer {
  readonly name: string;
  readonly tools: number;
  readonly about: string;
  readonly few: string;
}

const MOST_NAMES = 4;
const LONGEST_NAME = 60;
const LONGEST_ABOUT = 100;
const SHORT_ABOUT = 40;

/** Code knows a server by another name, and a tool sometimes too. */
function serversOf({ box, expose, isShown }: DirectoryParts): readonly ListedServer[] {
  return directoryOf(box.catalog, { names: codeNamesOf(box), isShown }).map(
    ({ server, name, line, tools }) => {
      const about = firstSentence(descriptionOf(box, server) ?? "", LONGEST_ABOUT).replace(/\.$/, "");
      const few =
        expose === "code" ? line.slice(line.indexOf(": ") + 2) : firstTools({ box, isShown, server });
      return { name: expose === "code" ? name : oneLine(server, LONGEST_NAME), tools, about, few };
    },
  );
}

/** What a person wrote of it, else what it says of itself. */
function descriptionOf(box: Box, server: string): string | undefined {
  const { definition, instructions } = box.upstream(server);
  return definition.description ?? instructions;
}

/** A few of a server's tools, as call_tool takes them. */
function firstTools({
  box,
  isShown,
  server,
}: Pick<DirectoryParts, "box" | "isShown"> & { readonly server: string }): string {
  const tools = box.catalog.ofServer(server).filter((tool) => !tool.held && isShown(tool));
  const names = tools.slice(0, MOST_NAMES).map(({ tool }) => oneLine(tool, LONGEST_NAME));
  return [...names, ...(tools.length > MOST_NAMES ? ["…"] : [])].join(", ");
}

const asLines = (servers: readonly ListedServer[], sayMore: (server: ListedServer) => string): string =>
  servers
    .map((server) => {
      const more = sayMore(server);
      return `- ${server.name} (${server.tools})${more === "" ? "" : `: ${more}`}`;
    })
    .join("\n");

/** From the most that is said of each server to the least. */
const LEVELS: readonly ((servers: readonly ListedServer[]) => string)[] = [
  (servers) => asLines(servers, ({ about, few }) => (about === "" ? few : `${about}: ${few}`)),
  (servers) => asLines(servers, ({ about, few }) => (about === "" ? few : about)),
  (servers) => asLines(servers, ({ about }) => about),
  (servers) => asLines(servers, ({ about }) => oneLine(about, SHORT_ABOUT)),
  (servers) => `Servers: ${servers.map(({ name, tools }) => `${name} (${tools})`).join(", ")}`,
  (servers) => `Servers: ${namesOf(servers)}`,
];

function namesOf(servers: readonly ListedServer[]): string {
  return servers.map(({ name }) => name).join(", ");
}

function asManyAsFit(servers: readonly ListedServer[], maxTokens: number): string {
  const write = (count: number): string =>
    `Servers: ${namesOf(servers.slice(0, count))} and ${servers.length - count} more: list_servers`;
  let [fits, fails] = [0, servers.length];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (costOf(write(middle)) <= maxTokens) fits = middle;
    else fails = middle;
  }
  return fits === 0 ? `${servers.length} servers: list_servers` : write(fits);
}

/** As a part of a definition, which is JSON. */
function costOf(text: string): number {
  return estimateTokens(JSON.stringify(text));
}
