/** A name that a program uses and nobody knows may be new: the server that should have it is asked. */
import type { Box } from "../box/box.ts";
import { codeNamesOf } from "../box/code/code-names.ts";
import type { CodeProblem } from "../gate/code/code-problem.ts";
import { ROOT } from "../signature/names/code-name-table.ts";

/** Whether there was anybody to ask, so that the program is worth another look. */
export async function connectLookedIn(box: Box, problems: readonly CodeProblem[]): Promise<boolean> {
  const wanted = new Set(
    problems.map(({ lookedIn, name }) => (lookedIn === ROOT ? `${ROOT}.${name}` : lookedIn)),
  );
  const only = [...codeNamesOf(box).servers.values()]
    .filter(({ name }) => wanted.has(`${ROOT}.${name}`))
    .map(({ server }) => server);
  if (only.length > 0) await box.meet({ isAnew: true, only });
  return only.length > 0;
}
