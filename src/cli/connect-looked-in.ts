/** A name that a program uses and nobody knows may be new: the server that should have it is asked. */
import type { Box } from "../box/box.ts";
import { codeNamesOf } from "../box/code/code-names.ts";
import type { CodeProblem } from "../gate/code/code-problem.ts";
import { ROOT } from "../signature/names/code-name-table.ts";

/** Whether there was anybody to ask, so that the program is worth another look. */
export async function connectLookedIn(box: Box, problems: readonly CodeProblem[]): Promise<boolean> {
  const lookedIn = new Set(problems.map((problem) => problem.lookedIn));
  const asked = [...codeNamesOf(box).servers.values()].filter(({ name }) => lookedIn.has(`${ROOT}.${name}`));
  await Promise.all(asked.map(({ server }) => box.upstream(server).connect()));
  return asked.length > 0;
}
