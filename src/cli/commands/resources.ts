/** `tackle resources list` and `tackle resources read URI`. */
import { createHash } from "node:crypto";
import { ownersOf } from "../../box/resolve-other.ts";
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command, CommandResult, Invocation } from "../command.ts";
import { lookFor } from "../look-for.ts";
import { withBox } from "../open-box.ts";
import { troubleNotes } from "../output/catalog-notes.ts";
import { checkOutputFolder, OUTPUT_OPTION, saveBinaries } from "../output/save-binaries.ts";
import { names, renderTable } from "../output/table.ts";
import { textOf } from "../output/text-of.ts";
import { readConfig, tooManyWords } from "../read-config.ts";
import { noSubcommand } from "../subcommands.ts";
import { missingWord } from "../missing-word.ts";

export const resourcesCommand: Command = {
  usage: ["resources [list]", "resources read URI [--server NAME] [-o DIR]"],
  description: "Lists the resources and resource templates of all servers, or reads one.",
  options: {
    server: {
      type: "string",
      value: "NAME",
      description: "The server to read from, where several offer the URI",
    },
    ...OUTPUT_OPTION,
  },
  examples: [
    ["tackle resources", "what there is"],
    ["tackle resources read file:///notes/today.md", "print one"],
    ["tackle resources read file:///notes/map.png -o .", "save one that is no text"],
  ],
  async run(invocation) {
    const [verb = "list", uri, ...others] = invocation.words;
    const config = await readConfig(invocation);
    const { terminal, options } = invocation;
    if (verb === "list" && uri === undefined) {
      return withBox(invocation, config, async (box) => {
        await box.open();
        await box.meet({ isAnew: true, enough: "anything" });
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
        const json = found.map(({ server, definition }) => ({ server, ...definition }));
        return { json, human, notes: troubleNotes(box) };
      });
    }
    if (verb === "list") throw tooManyWords(invocation.words.slice(1), "resources [list]");
    if (verb !== "read") throw noSubcommand("resources", verb);
    if (uri === undefined) throw missingWord("URI of a resource", "resources read URI");
    if (others.length > 0) throw tooManyWords(others, "resources read URI");
    checkOutputFolder(invocation);
    return withBox(invocation, config, async (box, signal) => {
      const server = options.text("server");
      const use = () => box.readResource(uri, { server, signal });
      if (server !== undefined) await box.open(); // the call waits for it
      const isKnown = () => ownersOf(uri, box.catalog).length > 0;
      const result = await (server === undefined ? lookFor(box, { isKnown, use }) : use());
      return present(uri, result, invocation);
    });
  },
};

function present(uri: string, result: JsonObject, invocation: Invocation): CommandResult {
  const content = Array.isArray(result["contents"]) ? result["contents"].filter(isObject) : [];
  const id = createHash("sha256").update(uri).digest("hex");
  const saved = saveBinaries({ content, name: lastPart(uri), id }, invocation);
  const isUnsaved = saved.length === 0 && content.some(({ blob }) => typeof blob === "string");
  const notes = [
    ...saved.map((file) => `saved ${file}`),
    ...(isUnsaved ? ["It is not text. Save it with --output DIR; with --json it is there in base64."] : []),
  ];
  return {
    json: saved.length === 0 ? result : { ...result, saved },
    human: toTerminalText(contentsText(content), { keepNewlines: true }),
    notes,
  };
}

/** What a file may be called after it. */
function lastPart(uri: string): string {
  const [name = ""] = /[^/?#]+(?=[?#]|\/*$)/.exec(uri) ?? [];
  return name.replace(/\.\w{1,8}$/, "") || "resource";
}

/** Text as it is; binary content is named. */
function contentsText(contents: readonly JsonObject[]): string {
  return contents
    .map(({ text, uri, mimeType }) =>
      typeof text === "string" ? text : `[${textOf(uri)}, ${textOf(mimeType, "binary")}]`,
    )
    .join("\n");
}
