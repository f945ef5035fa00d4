/** `tackle scripts list`: from the files alone; nothing is run. */
import { basename } from "node:path";
import { readScripts } from "../../../servers/scripts/script-folder.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { firstSentence } from "../../output/first-sentence.ts";
import { names, prose, renderTable } from "../../output/table.ts";
import { noWords } from "../../read-config.ts";
import { folderOf } from "./folder.ts";

export async function listScripts(invocation: Invocation): Promise<CommandResult> {
  noWords(invocation, "scripts list");
  const { scripts, problems } = readScripts(folderOf(invocation));
  const json = [
    ...scripts.map(({ name, description, parameters, file }) => ({
      name,
      description: description ?? null,
      parameters,
      file,
      problem: null,
    })),
    ...problems.map(({ file, line, message }) => ({
      name: basename(file).replace(/\.(ts|js)$/, ""),
      description: null,
      parameters: null,
      file,
      problem: `line ${line}: ${message}`,
    })),
  ];
  const { terminal } = invocation;
  const rows = scripts.map(({ name, description = "", parameters, file }) => [
    name,
    inputOf(parameters["properties"]),
    basename(file),
    firstSentence(description),
  ]);
  const notes = problems.map(
    ({ file, line, message }) =>
      `${toTerminalText(`${file}:${line}`)}  ${terminal.stderrStyle("red", "error")}  ${toTerminalText(message)}`,
  );
  const human =
    rows.length > 0
      ? renderTable({ columns: [names("NAME"), "INPUT", "FILE", prose("WHAT IT DOES")], rows }, terminal)
      : "No scripts yet. Add one: tackle scripts add NAME FILE";
  return { json, human, notes };
}

function inputOf(properties: unknown): string {
  return typeof properties === "object" && properties !== null ? Object.keys(properties).join(", ") : "";
}
