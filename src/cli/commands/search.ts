/** `tackle search QUERY`: the tools that somebody means, the best first. Starts only servers of which nothing is known yet. */
import type { Trouble } from "../../box/trouble.ts";
import type { Config } from "../../config/config.ts";
import { TackleError } from "../../errors.ts";
import type { SearchAnswer } from "../../search/search-tools.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command, Invocation } from "../command.ts";
import { withBox } from "../open-box.ts";
import { adviceOn } from "../output/catalog-notes.ts";
import { countOf } from "../output/count-of.ts";
import { firstSentence } from "../output/first-sentence.ts";
import { names, prose, renderTable } from "../output/table.ts";
import { readConfig, serverNamed } from "../read-config.ts";
import { readWholeNumber } from "../whole-number.ts";

export const searchCommand: Command = {
  usage: ["search QUERY"],
  description:
    "Finds tools by what they do: by the words of their names, servers, descriptions and parameters. A tool's own name\n" +
    "always comes first; typing mistakes are forgiven. No server is started of which it is known what it offers,\n" +
    "and one that takes long to start is left out with a remark.",
  options: {
    limit: {
      type: "string",
      short: "n",
      value: "N",
      description: "At most so many results, up to 100 (default: 10)",
    },
    server: { type: "string", value: "NAME", description: "Search the tools of this server only" },
  },
  examples: [
    ["tackle search open a pull request", "the tools that could do that"],
    ["tackle search create_issue", "by name"],
    ["tackle search 'read a file' --server files --limit 3", "among the tools of one server"],
    [
      "tackle search weather --json",
      "for programs: {results: [{name, server, tool, score}], more, troubles}",
    ],
  ],
  async run(invocation) {
    const query = queryOf(invocation);
    const limit = readWholeNumber(invocation.options, { name: "limit", least: 1, most: 100 });
    const only = invocation.options.text("server");
    const config = onlyServer(await readConfig(invocation), only);
    return withBox(invocation, config, async (box, signal) => {
      await box.open();
      const troubles = await box.meet({ only: only === undefined ? undefined : [only] });
      const answer = await box.search(query, {
        signal,
        filter: (tool) => box.denialOf(tool) === undefined,
        ...(limit === undefined ? undefined : { limit }),
      });
      const notes = notesOn(answer, { troubles, isNamed: only !== undefined });
      return { json: { ...answer, troubles }, human: render(answer, invocation), notes };
    });
  },
};

/** The words together: nobody has to quote a sentence. */
function queryOf({ words, rest = [] }: Invocation): string {
  const query = [...words, ...rest].join(" ").trim();
  if (query !== "") return query;
  throw new TackleError({
    code: "usage",
    message: "Nothing to search for",
    hint: "Say what the tool should do: tackle search open a pull request",
  });
}

function onlyServer(config: Config, name: string | undefined): Config {
  return name === undefined ? config : { ...config, servers: new Map([[name, serverNamed(config, name)]]) };
}

function render({ results }: SearchAnswer, { terminal }: Invocation): string {
  if (results.length === 0) return "No tool matches.";
  const rows = results.map(({ name, description }) => [name, firstSentence(description)]);
  return renderTable({ columns: [names("TOOL"), prose("WHAT IT DOES")], rows }, terminal);
}

function notesOn(
  { more, unavailable, warning }: SearchAnswer,
  { troubles, isNamed }: { readonly troubles: readonly Trouble[]; readonly isNamed: boolean },
): readonly string[] {
  const said = troubles.filter(({ isUnmet }) => isNamed || isUnmet);
  const isSaid = new Set(said.map(({ server }) => server));
  return [
    ...(warning === undefined ? [] : [toTerminalText(warning)]),
    ...said.map((trouble) => toTerminalText(adviceOn(trouble))),
    ...(more === 0 ? [] : [`${countOf(more, "more tool")} matched less well; --limit shows more of them.`]),
    ...unavailable
      .filter(({ server }) => !isSaid.has(server))
      .map(({ server, reason }) => toTerminalText(`${server} cannot be used now: ${reason}`)),
  ];
}
