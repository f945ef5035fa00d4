/**
 * A folder in the shared temporary one that is this user's alone, for users who have no home. Whatever stands there
 * already is distrusted: another user could have put it there to read our secrets, or to plant approvals.
 */
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemCodeOf, TackleError } from "../errors.ts";
import { whyNotPrivate } from "./private-folder.ts";

/** Creates it where it does not exist. Throws a `TackleError` when it is not ours alone. */
export function privateTemporaryFolder(parent = tmpdir()): string {
  const folder = join(parent, `tacklebox-${process.getuid?.() ?? "user"}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (systemCodeOf(error) !== "EEXIST") throw refusal(folder, "cannot be created", error);
  }
  const problem = whyNotPrivate(folder);
  if (problem !== undefined) throw refusal(folder, problem);
  return folder;
}

function refusal(folder: string, what: string, cause?: unknown): TackleError {
  return new TackleError({
    code: "permission",
    message: `This user has no home, and the folder ${folder}, which would be used in its place, ${what}`,
    hint: "Set HOME or XDG_STATE_HOME to a folder of your own.",
    cause,
  });
}
