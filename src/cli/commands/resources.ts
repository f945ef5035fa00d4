/** `tackle resources list` and `tackle resources read URI`. */
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command } from "../command.ts";
import { withBox } from "../open-box.ts";
import { names, renderTable } from "../output/table.ts";
import { textOf } from "../output/text-of.ts";
import { readConfig, tooManyWords } from "../read-config.ts";
import { noSubcommand } from "../subcommands.ts";
import { missingWord } from "../missing-word.ts";

export const resourcesCommand: Command = {
  usage: ["resources [list]", "resources read URI [--server NAME]"],
  description: "Lists the resources and resource templates of all servers, or reads one.",
  options: {
    server: {
      type: "string",
      value: "NAME",
      description: "The server to read from, where several offer the URI",
    },
  },
  examples: [
    ["tackle resources", "what there is"],
    ["tackle resources read file:///notes/today.md", "print one"],
  ],
  async run(invocation) {
    const [verb = "list", uri, ...others] = invocation.words;
    const config = await readConfig(invocation);
    const { terminal, options } = invocation;
    if (verb === "list" && uri === undefined) {
      return withBox(invocation, config, async (box) => {
        await box.start();
        const found = [...box.catalog.resources, ...box.catalog.resourceTemplates];
        const rows = found.map(({ server, definition }) => [
          server,
          textOf(definition["uri"] ?? definition["uriTemplate"]),
          textOf(definition["mimeType"]),
          textOf(definition["title"] ?? definition["name"]),
        ]);
        const human =
          rows.length === 0
            ? "No resources."
            : renderTable({ columns: [names("SERVER"), names("URI"), "TYPE", "NAME"], rows }, terminal);
        return { json: found.map(({ server, definition }) => ({ server, ...definition })), human };
      });
    }
    if (verb === "list") throw tooManyWords(invocation.words.slice(1), "resources [list]");
    if (verb !== "read") throw noSubcommand("resources", verb);
    if (uri === undefined) throw missingWord("URI of a resource", "resources read URI");
    if (others.length > 0) throw tooManyWords(others, "resources read URI");
    return withBox(invocation, config, async (box, signal) => {
      await box.start();
      const result = await box.readResource(uri, { server: options.text("server"), signal });
      return { json: result, human: toTerminalText(contentsText(result), { keepNewlines: true }) };
    });
  },
};

/** Text as it is; binary content is named, and whole in `--json`. */
function contentsText(result: JsonObject): string {
  const contents = Array.isArray(result["contents"]) ? result["contents"].filter(isObject) : [];
  return contents
    .map(({ text, uri, mimeType }) =>
      typeof text === "string" ? text : `[${textOf(uri)}, ${textOf(mimeType, "binary")}]`,
    )
    .join("\n");
}
