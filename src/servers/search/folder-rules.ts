/** The ignore files of one held folder, and of the repository that begins there. Links are not followed to them. */
import type { Dirent } from "node:fs";
import { lstat } from "node:fs/promises";
import { withFile } from "../files/open-file.ts";
import type { OpenFolder } from "../files/open-folder.ts";
import { readRange } from "../files/read-bytes.ts";
import { parseIgnoreFile, type FolderRules, type Rule } from "./ignore-rules.ts";

export const MAX_IGNORE_BYTES = 1024 * 1024;

export interface RulesRequest {
  /** How many names the folder's path has, from the root. */
  readonly depth: number;
  /** What is in it, where that is known already. */
  readonly children?: readonly Dirent[];
}

export async function rulesOf(folder: OpenFolder, { depth, children }: RulesRequest): Promise<FolderRules> {
  const has = (name: string): boolean => children?.some((child) => child.name === name) ?? true;
  const read = async (name: string): Promise<readonly Rule[]> =>
    has(name) ? parseIgnoreFile(await readSmall(folder, name)) : [];
  const isRepository = has(".git") && (children !== undefined || (await exists(folder, ".git")));
  return {
    depth,
    isRepository,
    rgignore: await read(".rgignore"),
    ignore: await read(".ignore"),
    gitignore: await read(".gitignore"),
    exclude: isRepository ? parseIgnoreFile(await readExclude(folder)) : [],
  };
}

async function exists(folder: OpenFolder, name: string): Promise<boolean> {
  return lstat(folder.at(name)).then(
    () => true,
    () => false,
  );
}

/** Of a linked work tree there is none here: its `.git` is a file that names another folder. */
async function readExclude(folder: OpenFolder): Promise<string> {
  const opened: OpenFolder[] = [];
  try {
    let inner = folder;
    for (const name of [".git", "info"]) {
      inner = await inner.enter(name);
      opened.push(inner);
    }
    return await readSmall(inner, "exclude");
  } catch {
    return ""; // it is no folder, or closed to us: then nothing is ignored
  } finally {
    await Promise.all(opened.map((one) => one.close()));
  }
}

/** Empty where there is no such file, or one that is none. */
async function readSmall(folder: OpenFolder, name: string): Promise<string> {
  try {
    const place = { folder, name, path: `${folder.path}/${name}`, found: await lstat(folder.at(name)) };
    return await withFile(place, async ({ handle }) =>
      (await readRange(handle, { offset: 0, length: MAX_IGNORE_BYTES })).toString("utf8"),
    );
  } catch {
    return ""; // it is not there, or it is a link, a pipe or closed to us: then nothing is ignored
  }
}
