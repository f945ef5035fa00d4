/**
 * A repository's own folder must stay within the allowed folders: a link in it, or a list of other places for objects,
 * would show the history of a repository that nobody allowed.
 */
import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { systemCodeOf, TackleError } from "../../errors.ts";

/** Folders whose entries are looked at, and how deep below them. */
const LOOKED_AT: readonly { readonly folder: string; readonly depth: number }[] = [
  { folder: ".", depth: 0 },
  { folder: "objects", depth: 1 },
  { folder: "refs", depth: 20 },
  { folder: "reftable", depth: 0 },
  { folder: "logs", depth: 20 },
];

/** More than this in one repository is not looked through, and the repository refused. */
const MAX_ENTRIES = 50_000;

export interface GitFolders {
  readonly gitDir: string;
  /** Differs from `gitDir` in a linked work tree. */
  readonly commonDir: string;
  readonly isAllowed: (realPath: string) => boolean;
}

export async function checkGitFolder({ gitDir, commonDir, isAllowed }: GitFolders): Promise<void> {
  const budget = { left: MAX_ENTRIES };
  for (const folder of new Set([gitDir, commonDir])) {
    for (const place of LOOKED_AT) {
      await checkLinks(join(folder, place.folder), { depth: place.depth, budget, isAllowed });
    }
  }
  await checkAlternates(join(commonDir, "objects"), { isAllowed, depth: 0 });
}

interface Look {
  readonly depth: number;
  readonly budget: { left: number };
  readonly isAllowed: (realPath: string) => boolean;
}

async function checkLinks(folder: string, look: Look): Promise<void> {
  const entries = await list(folder);
  look.budget.left -= entries.length;
  if (look.budget.left < 0)
    throw refusal(`${folder} and its neighbours have more than ${MAX_ENTRIES} entries`);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) await checkLink(path, look.isAllowed);
    if (entry.isDirectory() && look.depth > 0) await checkLinks(path, { ...look, depth: look.depth - 1 });
  }
}

async function list(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT" || systemCodeOf(error) === "ENOTDIR") return [];
    throw error;
  }
}

async function checkLink(path: string, isAllowed: (realPath: string) => boolean): Promise<void> {
  try {
    if (isAllowed(await realpath(path))) return;
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return; // leads nowhere
    throw error;
  }
  throw refusal(`${path} is a link that leads out of the allowed folders`);
}

/** As many steps from one to the next as git takes. */
const MAX_ALTERNATES_DEPTH = 6;
const MAX_ALTERNATES_BYTES = 64 * 1024;

/** `objects/info/alternates` (gitrepository-layout(5)): folders where git looks for objects too, relative to `objects`. */
async function checkAlternates(
  objects: string,
  { isAllowed, depth }: { isAllowed: (realPath: string) => boolean; depth: number },
): Promise<void> {
  if (depth > MAX_ALTERNATES_DEPTH) return;
  for (const line of (await readAlternates(join(objects, "info", "alternates"))).split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    // Git would undo the quoting, and see another path than we do.
    const folder = line.startsWith('"')
      ? undefined
      : await realpath(resolve(objects, line)).catch(() => undefined);
    if (folder === undefined || !isAllowed(folder)) {
      throw refusal("it takes objects from outside the allowed folders (objects/info/alternates)");
    }
    await checkAlternates(folder, { isAllowed, depth: depth + 1 });
  }
}

async function readAlternates(file: string): Promise<string> {
  try {
    const { size } = await lstatFile(file);
    if (size > MAX_ALTERNATES_BYTES) throw refusal("its list of other places for objects is too long");
    return await readFile(file, "utf8");
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT" || systemCodeOf(error) === "ENOTDIR") return "";
    throw error;
  }
}

/** Not a pipe, on which reading would wait for ever. */
async function lstatFile(file: string) {
  const stat = await lstat(await realpath(file));
  if (!stat.isFile()) throw refusal("its list of other places for objects is no file");
  return stat;
}

function refusal(what: string): TackleError {
  return new TackleError({
    code: "policy",
    message: `The repository is not used: ${what}`,
    hint: "If it is meant to be, allow that folder too, in 'options.roots' of the server's entry.",
  });
}
