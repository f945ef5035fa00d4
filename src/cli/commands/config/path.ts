/** `tackle config path`: the files that are read, and where an edit would go. */
import { fileToEdit, findSources } from "../../../config/find-sources.ts";
import { stateFolder } from "../../../util/paths.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { renderPairs } from "../../output/table.ts";
import { noWords } from "../../read-config.ts";

export async function configPaths(invocation: Invocation): Promise<CommandResult> {
  noWords(invocation, "config path");
  const { surroundings, terminal } = invocation;
  const sources = findSources(surroundings).map(({ scope, file }) => ({ scope, file }));
  const user = fileToEdit("user", surroundings);
  const project = fileToEdit("project", surroundings);
  const state = stateFolder(surroundings.env);
  const pairs: [string, string][] = [
    ["user", user],
    ["project", project],
    ["state", state],
    ...sources.map(({ scope, file }): [string, string] => [`read (${scope})`, file]),
  ];
  return { json: { user, project, state, sources }, human: renderPairs(pairs, terminal.style) };
}
