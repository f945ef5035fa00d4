/**
 * What a caller calls a commit, a path or a branch → something that git cannot take for an option. Revisions become
 * full hashes before any other command sees them.
 */
import { isAbsolute, relative, resolve, sep } from "node:path";
import * as z from "zod";
import { TackleError } from "../../errors.ts";
import { isInside } from "./inside.ts";
import type { Repository } from "./open-repository.ts";

/** Nothing that starts with `-` is a name, and control characters only hide things. */
export const REVISION = z
  .string()
  .max(500)
  // oxlint-disable-next-line no-control-regex -- they are what is refused
  .regex(/^[^-\u0000-\u001f\u007f][^\u0000-\u001f\u007f]*$/);

export const PATH = z
  .string()
  .min(1)
  .max(4096)
  .refine((path) => !path.includes("\0"), "has a NUL character in it");

export async function resolveCommit({ run }: Repository, revision: string): Promise<string> {
  return resolveObject(run, { name: `${revision}^{commit}`, shown: revision });
}

/** The hash of a file's content as it was at a commit. */
export async function resolveFile(
  { run }: Repository,
  { commit, path }: { commit: string; path: string },
): Promise<string> {
  return resolveObject(run, { name: `${commit}:${path}`, shown: path });
}

async function resolveObject(
  run: Repository["run"],
  { name, shown }: { name: string; shown: string },
): Promise<string> {
  const { stdout, code } = await run({
    args: ["rev-parse", "--verify", "--quiet", "--end-of-options", name],
    isRead: true,
    answers: [1, 128],
  });
  const hash = stdout.trim();
  if (code === 0 && /^[0-9a-f]{40,64}$/.test(hash)) return hash;
  const isHead = shown === "HEAD";
  throw new TackleError({
    code: "not-found",
    message: isHead ? "The repository has no commits yet" : `There is no '${shown}' in the repository`,
    hint: isHead
      ? "Make the first one with 'add' and 'commit'."
      : "Use 'log' and 'branch_list' to see what there is.",
  });
}

/** Paths from the top of the repository, with `/` between their parts; all must lie within. */
export function pathsInside({ workTree }: Repository, paths: readonly string[]): string[] {
  return paths.map((path) => {
    const full = resolve(workTree, path);
    // `git diff` compares any two files of the system when one of them is outside.
    if (!isInside(workTree, full)) {
      throw new TackleError({
        code: "policy",
        message: `The path ${path} is outside the repository ${workTree}`,
        hint: isAbsolute(path) ? "Give paths from the top of the repository." : "Leave out the '..'.",
      });
    }
    return relative(workTree, full).split(sep).join("/") || ".";
  });
}

export async function checkBranchName({ run }: Repository, name: string): Promise<void> {
  const { code } = await run({
    args: ["check-ref-format", `refs/heads/${name}`],
    isRead: true,
    answers: [1],
  });
  if (code === 0) return;
  throw new TackleError({
    code: "usage",
    message: `'${name}' cannot be the name of a branch`,
    hint: "No spaces, no '..', none of ~ ^ : ? * [ \\, and no '/' or '.lock' at the end.",
  });
}
