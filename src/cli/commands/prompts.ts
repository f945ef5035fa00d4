/** `tackle prompts list` and `tackle prompts get NAME key=value…`. */
import type { Box } from "../../box/box.ts";
import { serversMeant } from "../../catalog/names/servers-meant.ts";
import { TackleError } from "../../errors.ts";
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import { argumentsFromWords } from "../call-arguments.ts";
import type { Command } from "../command.ts";
import { lookFor } from "../look-for.ts";
import { withBox } from "../open-box.ts";
import { troubleNotes } from "../output/catalog-notes.ts";
import { names, prose, renderTable } from "../output/table.ts";
import { textOf } from "../output/text-of.ts";
import { readConfig, tooManyWords } from "../read-config.ts";
import { noSubcommand } from "../subcommands.ts";
import { missingWord } from "../missing-word.ts";

export const promptsCommand: Command = {
  usage: ["prompts [list]", "prompts get NAME key=value…"],
  description: "Lists the prompts of all servers, or fills one in.",
  examples: [
    ["tackle prompts", "what there is"],
    ["tackle prompts get review@github pr=5", "one, filled in"],
  ],
  async run(invocation) {
    const [verb = "list", name, ...words] = invocation.words;
    const config = await readConfig(invocation);
    const { terminal } = invocation;
    if (verb === "list" && name === undefined) {
      return withBox(invocation, config, async (box) => {
        await box.open();
        await box.meet({ isAnew: true, enough: "anything" });
        const prompts = box.catalog.prompts;
        const rows = prompts.map(({ name: shown, definition }) => [
          shown,
          argumentNames(definition),
          textOf(definition["description"]),
        ]);
        const human =
          rows.length === 0
            ? "No prompts."
            : renderTable(
                { columns: [names("PROMPT"), "ARGUMENTS", prose("WHAT IT IS FOR")], rows },
                terminal,
              );
        const json = prompts.map(({ definition, ...prompt }) => ({ ...definition, ...prompt }));
        return { json, human, notes: troubleNotes(box) };
      });
    }
    if (verb === "list") throw tooManyWords(invocation.words.slice(1), "prompts [list]");
    if (verb !== "get") throw noSubcommand("prompts", verb);
    if (name === undefined) throw missingWord("name of a prompt", "prompts get NAME key=value…");
    return withBox(invocation, config, async (box, signal) => {
      const args = argumentsFromWords(words, {});
      const result = await lookFor(box, {
        only: serversMeant(name, config.servers.keys()),
        isKnown: () => box.catalog.prompt(name).kind !== "unknown",
        use: () => {
          refuseMissing(name, args, box);
          return box.getPrompt(name, args, { signal });
        },
      });
      return { json: result, human: toTerminalText(messagesText(result), { keepNewlines: true }) };
    });
  },
};

/** A server would say it in its own words, if at all. */
function refuseMissing(name: string, given: JsonObject, { catalog }: Box): void {
  const found = catalog.prompt(name);
  if (found.kind !== "found") return; // said by who looks for it
  const missing = argumentsOf(found.ref.definition)
    .filter(({ name: argument, required }) => required === true && !Object.hasOwn(given, String(argument)))
    .map(({ name: argument }) => String(argument));
  if (missing.length === 0) return;
  const quoted = missing.map((argument) => `'${argument}'`).join(", ");
  throw new TackleError({
    code: "usage",
    message: `The prompt '${name}' needs ${quoted}`,
    hint: `Usage: tackle prompts get ${name} ${missing.map((argument) => `${argument}=…`).join(" ")}`,
    server: found.ref.server,
  });
}

function argumentsOf({ arguments: args }: JsonObject): readonly JsonObject[] {
  return Array.isArray(args) ? args.filter(isObject) : [];
}

function argumentNames(definition: JsonObject): string {
  return argumentsOf(definition)
    .map(({ name, required }) => `${String(name)}${required === true ? "" : "?"}`)
    .join(" ");
}

function messagesText(result: JsonObject): string {
  const messages = Array.isArray(result["messages"]) ? result["messages"].filter(isObject) : [];
  return messages
    .map(({ role, content }) => {
      const { text, type } = isObject(content) ? content : {};
      return `${String(role)}: ${typeof text === "string" ? text : `[${String(type)}]`}`;
    })
    .join("\n\n");
}
