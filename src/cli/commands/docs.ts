/** `tackle docs [SERVER|TOOL…]`: tools as code calls them, grouped by server, as detailed as was asked for. */
import type { Box } from "../../box/box.ts";
import { isSkillOf } from "../../box/code/code-names.ts";
import { notFound } from "../../box/find-tool.ts";
import { errorOf, troublesOf, type Trouble } from "../../box/trouble.ts";
import { serversMeant } from "../../catalog/names/servers-meant.ts";
import type { CatalogTool } from "../../catalog/snapshot.ts";
import type { Config } from "../../config/config.ts";
import { TackleError } from "../../errors.ts";
import { oneLine } from "../../signature/doc-text.ts";
import { ROOT } from "../../signature/names/code-name-table.ts";
import { codeNames } from "../../signature/names/code-names.ts";
import { signatureOf, type Detail, type Signature } from "../../signature/signature-of.ts";
import { nearest } from "../../util/nearest.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command, Invocation } from "../command.ts";
import { documentCatalog, validServers, type CatalogDocs } from "../documented-catalog.ts";
import { withBox } from "../open-box.ts";
import { catalogNotes } from "../output/catalog-notes.ts";
import { noTools } from "../output/no-tools.ts";
import { permittedTools } from "../permitted-tools.ts";
import { readConfig } from "../read-config.ts";

export const docsCommand: Command = {
  usage: ["docs [SERVER|TOOL…] [--detail name|line|full]"],
  description:
    "Shows tools as code calls them: TypeScript signatures with what the servers say of them, grouped by server.\n" +
    "A SERVER is named as configured or as in code, a TOOL in any form that 'tackle call' takes, or as in code.",
  options: {
    detail: {
      type: "string",
      value: "LEVEL",
      choices: ["name", "line", "full"],
      description: "name, line (the default) or full (the default for a TOOL)",
    },
  },
  examples: [
    ["tackle docs", "every tool on a line"],
    ["tackle docs files --detail full", "all that one server says of its tools"],
    ["tackle docs device.FilesMCP.read_file", "one tool with its parameters explained"],
    ["tackle docs --json", "for programs: [{server, codeName, description, tools}]"],
  ],
  async run(invocation) {
    const config = await readConfig(invocation);
    const targets = [...new Set(invocation.words)].map((word) => ({ word, server: serverOf(word, config) }));
    const isServersOnly = targets.every(({ server }) => server !== undefined);
    const servers = new Set(targets.flatMap(({ server }) => server ?? []));
    const used = isServersOnly && targets.length > 0 ? onlyServers(config, servers) : config;
    return withBox(invocation, used, async (box) => {
      await box.open();
      if (isServersOnly)
        await box.meet({ isAnew: true, only: targets.length > 0 ? [...servers] : undefined });
      const named = new Set<CatalogTool>();
      for (const { word, server } of targets)
        if (server === undefined) named.add(await toolOf(word, box, config));
      const isChosen = (tool: CatalogTool) =>
        targets.length === 0 || servers.has(tool.server) || named.has(tool);
      const docs = documentCatalog(box, config);
      const detail = detailOf(invocation, servers.size === 0 && named.size > 0);
      const { tools: chosen, notes: denied } = permittedTools(box, box.catalog.tools.filter(isChosen));
      const groups = [
        ...describeGroups(chosen, docs, detail),
        ...(targets.length === 0 ? box.troubles() : box.troubles(servers))
          .filter(({ server }) => box.catalog.ofServer(server).length === 0)
          .map((trouble) => emptyGroup(trouble, docs)),
      ];
      const notes = [...catalogNotes(box, servers), ...docs.names.problems, ...heldNotes(chosen), ...denied];
      const shown = groups.filter(({ tools }) => tools.length > 0);
      const human = shown.length === 0 ? noTools(box, servers) : render(shown, detail, invocation);
      return { json: groups, human, notes };
    });
  },
};

function serverOf(word: string, config: Config): string | undefined {
  return config.servers.has(word)
    ? word
    : codeNames(validServers(config), { isSkill: isSkillOf(config) }).servers.get(word);
}

function onlyServers(config: Config, names: ReadonlySet<string>): Config {
  return { ...config, servers: new Map([...config.servers].filter(([name]) => names.has(name))) };
}

/** What is remembered of the servers usually answers; where it does not, they are asked. */
async function toolOf(word: string, box: Box, config: Config): Promise<CatalogTool> {
  const remembered = findIn(word, box, config);
  if (remembered !== undefined) return remembered;
  const only = serversMeantBy(word, config);
  await box.meet({ isAnew: true, only: only.length === 0 ? undefined : only });
  const found = findIn(word, box, config);
  if (found !== undefined) return found;
  const resolution = box.catalog.get(word);
  if (resolution.kind === "ambiguous") throw notFound(word, resolution);
  const [trouble] = troublesOf(box, new Set(only));
  if (trouble !== undefined) throw errorOf(trouble);
  const near = resolution.kind === "unknown" ? resolution.nearest.map(({ name }) => name) : [];
  const [suggestion] = [...nearest(word, [...config.servers.keys()]), ...near];
  throw new TackleError({
    code: "not-found",
    message: `There is no server and no tool '${word}'`,
    hint:
      suggestion === undefined ? "'tackle docs --detail name' lists them." : `Did you mean '${suggestion}'?`,
  });
}

/** The servers that a tool can only be of, by their names as configured and as in code. */
function serversMeantBy(word: string, config: Config): readonly string[] {
  const inCode = codeNames(validServers(config), { isSkill: isSkillOf(config) }).servers;
  const plain = word.startsWith(`${ROOT}.`) ? word.slice(ROOT.length + 1) : word;
  const coded = serversMeant(plain, inCode.keys()).flatMap((name) => inCode.get(name) ?? []);
  return [...new Set([...serversMeant(word, config.servers.keys()), ...coded])];
}

function findIn(word: string, box: Box, config: Config): CatalogTool | undefined {
  const resolution = box.catalog.get(word);
  if (resolution.kind === "found") return resolution.ref;
  const ref = documentCatalog(box, config).names.findExpression(word);
  return ref === undefined ? undefined : box.catalog.byRef(ref);
}

function detailOf({ options }: Invocation, isToolsOnly: boolean): Detail {
  const given = options.text("detail");
  if (given === "name" || given === "line" || given === "full") return given;
  return isToolsOnly ? "full" : "line";
}

interface Group {
  readonly server: string;
  readonly codeName: string;
  readonly description: string | null;
  readonly tools: readonly (Signature & { readonly name: string; readonly tool: string })[];
  /** Why it has none. */
  readonly trouble?: string;
}

function emptyGroup({ server, reason }: Trouble, { names, describe }: CatalogDocs): Group {
  const codeName = names.serverNameOf(server) ?? server;
  return { server, codeName, description: describe?.(server) ?? null, tools: [], trouble: reason };
}

/** Tools that are held back are left out: nobody has looked at what they say now. */
function describeGroups(tools: readonly CatalogTool[], docs: CatalogDocs, detail: Detail): readonly Group[] {
  const { names, shapeOf, describe } = docs;
  const shown = tools.filter(({ held }) => !held);
  return [...Map.groupBy(shown, ({ server }) => server)].map(([server, own]) => ({
    server,
    codeName: names.serverNameOf(server) ?? server,
    description: describe?.(server) ?? null,
    tools: own.map((tool) => {
      const signature = signatureOf(tool, { detail, names, shape: shapeOf?.(tool) });
      return { name: tool.name, tool: tool.tool, ...signature };
    }),
  }));
}

function render(groups: readonly Group[], detail: Detail, { terminal }: Invocation): string {
  const gap = detail === "full" ? "\n\n" : "\n";
  return groups
    .map(({ server, codeName, description, tools }) => {
      const about = description === null ? "" : `: ${oneLine(description, MAX_ABOUT_CHARS)}`;
      const head = terminal.style("bold", `// ${toTerminalText(server)} (${codeName})${about}`);
      return [head, ...tools.map(({ text }) => text)].join(gap);
    })
    .join("\n\n");
}

const MAX_ABOUT_CHARS = 120;

function heldNotes(tools: readonly CatalogTool[]): string[] {
  return tools
    .filter(({ held }) => held)
    .map(({ name, server }) => toTerminalText(`${name} is held back: tackle pins diff ${server}`));
}
