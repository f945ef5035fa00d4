/** `tackle config path`: the files that are read, and where an edit would go. */
import { fileToEdit, findSources } from "../../../config/find-sources.ts";
import { stateFolder } from "../../../util/paths.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { renderPairs } from "../../output/table.ts";

export function configPaths({ surroundings, terminal }: Invocation): Promise<CommandResult> {
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
  return Promise.resolve({
    json: { user, project, state, sources },
    human: renderPairs(pairs, terminal.style),
  });
}
