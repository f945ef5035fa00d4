/**
 * A folder in the shared temporary one that is this user's alone, for users who have no home. Whatever stands there
 * already is distrusted: another user could have put it there to read our secrets, or to plant approvals.
 */
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemCodeOf, TackleError } from "../errors.ts";

/** Creates it where it does not exist. Throws a `TackleError` when it is not ours alone. */
export function privateTemporaryFolder(parent = tmpdir()): string {
  const uid = process.getuid?.();
  const folder = join(parent, `tacklebox-${uid ?? "user"}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (systemCodeOf(error) !== "EEXIST") throw refusal(folder, "cannot be created", error);
  }
  const stat = lstatSync(folder); // not stat: a link could lead anywhere
  if (!stat.isDirectory()) throw refusal(folder, "is not a folder");
  if (uid === undefined) return folder; // Windows, where the temporary folder itself is the user's own
  if (stat.uid !== uid) throw refusal(folder, "belongs to another user");
  if ((stat.mode & 0o077) !== 0) throw refusal(folder, "is open to other users");
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
