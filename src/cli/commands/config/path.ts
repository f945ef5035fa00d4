/** `tackle config path`: the files that are read, and where an edit would go. */
import { fileToEdit, findSources, type Surroundings } from "../../../config/find-sources.ts";
import { TackleError } from "../../../errors.ts";
import { stateFolder } from "../../../util/paths.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { renderPairs } from "../../output/table.ts";
import { noWords } from "../../read-config.ts";

export async function configPaths(invocation: Invocation): Promise<CommandResult> {
  noWords(invocation, "config path");
  const { surroundings, terminal } = invocation;
  const sources = findSources(surroundings).map(({ scope, file }) => ({ scope, file }));
  const user = userFile(surroundings);
  const project = fileToEdit("project", surroundings);
  const state = stateFolder(surroundings.env);
  const pairs: [string, string | undefined][] = [
    ["user", user ?? "none: this user has no home"],
    ["project", project],
    ["state", state],
    ...sources.map(({ scope, file }): [string, string] => [`read (${scope})`, file]),
  ];
  return { json: { user: user ?? null, project, state, sources }, human: renderPairs(pairs, terminal.style) };
}

/** Undefined for a user without a home; the other paths are worth showing all the same. */
function userFile(surroundings: Surroundings): string | undefined {
  try {
    return fileToEdit("user", surroundings);
  } catch (error) {
    if (error instanceof TackleError) return undefined;
    throw error;
  }
}
