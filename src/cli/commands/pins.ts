/** `tackle pins`: what servers changed in their tools since they were first seen, and accepting it. */
import { comparePins, describeDifference } from "../../catalog/pins.ts";
import type { Box } from "../../box/box.ts";
import { errorOf } from "../../box/trouble.ts";
import { TackleError } from "../../errors.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command, CommandResult } from "../command.ts";
import { withBox } from "../open-box.ts";
import { troubleNotes } from "../output/catalog-notes.ts";
import { names, renderTable } from "../output/table.ts";
import { readConfig, serverNamed, tooManyWords } from "../read-config.ts";
import { noSubcommand, SUBCOMMANDS } from "../subcommands.ts";
import type { ToolDefinition } from "../../types.ts";
import type { Terminal } from "../terminal.ts";
import { missingWord } from "../missing-word.ts";

const VERBS: readonly string[] = SUBCOMMANDS.pins;

export const pinsCommand: Command = {
  usage: ["pins", "pins diff SERVER", "pins approve SERVER", "pins remove SERVER"],
  description:
    "A tool's definition is pinned when its server is first seen. What the server changes later is flagged, and with the\n" +
    `setting "drift": "hold" the tool cannot be called until the change was accepted here.`,
  examples: [
    ["tackle pins", "every server: what is the same, changed, new or gone"],
    ["tackle pins diff files", "what exactly changed"],
    ["tackle pins approve files", "accept its tools as they are now"],
  ],
  async run(invocation) {
    const [verb, name, ...others] = invocation.words;
    if (verb !== undefined && !VERBS.includes(verb)) throw noSubcommand("pins", verb);
    if (verb !== undefined && name === undefined)
      throw missingWord("name of a server", `pins ${verb} SERVER`);
    if (others.length > 0) throw tooManyWords(others, `pins ${verb} SERVER`);
    const config = await readConfig(invocation);
    const servers = name === undefined ? config.servers : new Map([[name, serverNamed(config, name)]]);
    return withBox(invocation, { ...config, servers }, async (box) => {
      await box.open();
      // To forget them, nobody has to be asked.
      if (verb !== "remove")
        await box.meet({ isAnew: true, enough: "anything", only: name === undefined ? undefined : [name] });
      if (verb === undefined || name === undefined)
        return overview(box, [...servers.keys()], invocation.terminal);
      if (verb === "diff") return difference(box, name);
      if (verb === "remove") box.pins.forget(name);
      else accept(box, name);
      box.note("pin-change", { server: name }, verb === "remove" ? "forgotten" : "accepted");
      const what = verb === "remove" ? "forgotten" : "accepted as they are now";
      return {
        json: { server: name, [verb === "remove" ? "removed" : "approved"]: true },
        human: `The tools of '${toTerminalText(name)}' are ${what}`,
      };
    });
  },
};

function overview(box: Box, servers: readonly string[], terminal: Terminal): CommandResult {
  const rows = servers.map((server) => {
    const { same, changed, renamed, new: added, gone } = comparisonOf(box, server);
    return {
      server,
      same: same.length,
      changed: changed.length,
      renamed: renamed.length,
      new: added.length,
      gone: gone.length,
    };
  });
  const cells = rows.map((row) => Object.values(row).map(String));
  return {
    json: rows,
    notes: troubleNotes(box),
    human: renderTable(
      { columns: [names("SERVER"), "SAME", "CHANGED", "RENAMED", "NEW", "GONE"], rows: cells },
      terminal,
    ),
  };
}

function difference(box: Box, server: string): CommandResult {
  const { changed, renamed } = comparisonOf(box, server);
  const changes = [...changed, ...renamed].map(({ before, after }) => ({
    tool: after.name,
    difference:
      before.definition === undefined
        ? ["its definition was too large to keep"]
        : describeDifference(before.definition, after),
  }));
  const human = changes.map(({ tool, difference: lines }) =>
    [toTerminalText(tool), ...[lines].flat().map((line) => `  ${toTerminalText(line)}`)].join("\n"),
  );
  const notes = troubleNotes(box, new Set([server]));
  const isUnknown = human.length === 0 && notes.length > 0;
  const text = human.length === 0 ? "Nothing changed." : human.join("\n\n");
  return { json: changes, human: isUnknown ? "" : text, notes };
}

/** Only what a server says now can be accepted. */
function accept(box: Box, name: string): void {
  const { state } = box.statusOf(name);
  if (state === "ready") {
    box.pins.accept(name, box.upstream(name).lists);
    return;
  }
  const [trouble] = box.troubles(new Set([name]));
  if (trouble !== undefined) throw errorOf(trouble);
  throw new TackleError({
    code: "connection",
    message: `Server '${name}' is ${state}`,
    hint: `Its tools can be accepted when it runs: tackle test ${name}`,
    server: name,
  });
}

/** All tools, also those that a filter keeps from being offered: the filter may go, and the tool must not have changed. */
function comparisonOf(box: Box, server: string): ReturnType<typeof comparePins> {
  return comparePins(box.pins.of(server), listsOf(box, server).tools);
}

function listsOf(box: Box, server: string): { tools: readonly ToolDefinition[] } {
  const isRunning = !["disabled", "untrusted", "invalid"].includes(box.statusOf(server).state);
  return isRunning ? box.upstream(server).lists : { tools: [] };
}
