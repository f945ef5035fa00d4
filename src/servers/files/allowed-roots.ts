/**
 * The folders that a server may touch, made absolute and real once, when the server starts. What a configured link points
 * to is its user's own decision; a link that appears later inside a root is not, and is never taken for one.
 */
import { realpath, stat, statfs } from "node:fs/promises";
import { resolve } from "node:path";
import { systemCodeOf, TackleError } from "../../errors.ts";
import { refuseUnknownOptions, wrongOption as wrong, type ServerOwnOptions } from "../check-options.ts";
import { isKernelFileSystem } from "./kernel-file-systems.ts";

export interface Root {
  /** As the configuration says it, made absolute. */
  readonly given: string;
  /** Without links. */
  readonly path: string;
}

/** At least one; relative paths start at the first. */
export type Roots = readonly [Root, ...Root[]];

export interface RootsSetup {
  /** The root where no others are given, and the folder that relative ones start from. */
  readonly cwd: string;
  readonly options: ServerOwnOptions;
}

export async function readRoots({ cwd, options }: RootsSetup): Promise<Roots> {
  refuseUnknownOptions(options, ["roots"]);
  const { roots: given = [cwd] } = options;
  if (!Array.isArray(given) || given.length === 0)
    throw wrong("'roots' names no folder", `Write a list, such as ["./notes", "/srv/data"].`);
  const [first, ...others] = await Promise.all(given.map((folder: string) => openRoot(resolve(cwd, folder))));
  if (first === undefined) throw wrong("'roots' names no folder", "Name at least one.");
  return [first, ...others];
}

async function openRoot(given: string): Promise<Root> {
  try {
    const path = await realpath(given);
    if (!(await stat(path)).isDirectory())
      throw wrong(`The root ${given} is not a folder`, "Name its folder.");
    if (isKernelFileSystem(await statfs(path)))
      throw wrong(`The root ${given} shows the kernel's own state and not files`, "Name a folder of files.");
    return { given, path };
  } catch (error) {
    if (error instanceof TackleError) throw error;
    const why =
      systemCodeOf(error) === "ENOENT" ? "does not exist" : `cannot be used (${systemCodeOf(error)})`;
    throw wrong(`The root ${given} ${why}`, "Create it, or correct 'roots' in the server's options.", error);
  }
}
