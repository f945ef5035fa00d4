/**
 * The submodules of a repository. Some commands run git in each of them, under settings that we have not seen; those
 * commands must leave them out.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { TackleError } from "../../../errors.ts";
import type { Repository } from "../open-repository.ts";

const MAX_LIST_BYTES = 64 * 1024 * 1024;

/** The mode of a submodule among the files (gitrepository-layout: "gitlink"). */
const GITLINK = "160000 ";

export async function listSubmodules({ run }: Repository): Promise<string[]> {
  const { stdout, isCut } = await run({
    args: ["ls-files", "--stage", "-z"],
    isRead: true,
    maxBytes: MAX_LIST_BYTES,
  });
  if (isCut)
    throw new TackleError({ code: "execution", message: "The repository has too many files to be listed" });
  // "mode hash stage TAB path"
  return stdout
    .split("\0")
    .filter((line) => line.startsWith(GITLINK))
    .map((line) => line.slice(line.indexOf("\t") + 1));
}

/** For commands that cannot leave them out. Those that are not checked out are harmless. */
export async function refuseSubmodules(repository: Repository, what: string): Promise<void> {
  const names = await listSubmodules(repository);
  const populated = names.filter((name) => existsSync(join(repository.workTree, name, ".git")));
  if (populated.length === 0) return;
  throw new TackleError({
    code: "policy",
    message: `${what} would run git in the submodule ${populated[0] ?? ""}, under settings that are not checked`,
    hint: "Use git itself for it, or commit to a branch instead.",
  });
}
