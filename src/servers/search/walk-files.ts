/**
 * All files below a folder, in order of name, without what ignore files name. Folders are held while they are walked, links are
 * not followed, and whatever cannot be read is counted and passed by.
 */
import type { Dirent } from "node:fs";
import type { Roots } from "../files/allowed-roots.ts";
import { withPlace, type Place } from "../files/find-place.ts";
import { locateAbsolute } from "../files/locate.ts";
import type { OpenFolder } from "../files/open-folder.ts";
import { childrenOf, withFolder } from "../files/with-folder.ts";
import { rulesOf } from "./folder-rules.ts";
import { isIgnored, type FolderRules, type Rule } from "./ignore-rules.ts";

export interface WalkRequest {
  readonly roots: Roots;
  readonly path: string;
  readonly includesHidden: boolean;
  readonly includesIgnored: boolean;
  /** Rules of the user for all folders. */
  readonly everywhere?: (() => Promise<readonly Rule[]>) | undefined;
  /** Asked before each folder: time is up, or the caller is gone. */
  readonly isOver: () => boolean;
  /** Names from the folder that is walked. False ends the walk. */
  readonly onFile: (names: readonly string[], place: Place) => boolean | Promise<boolean>;
  /** Called when all files of a folder were seen and the folder is still held: what `onFile` began is to be awaited here. */
  readonly onFolderEnd?: () => Promise<void>;
}

export interface WalkReport {
  /** Without links. */
  readonly path: string;
  /** Folders that could not be read, or are too deep. */
  readonly unreadable: number;
  /** False when the walk was ended before everything was seen. */
  readonly isComplete: boolean;
}

/** Each level holds a descriptor. */
const MAX_DEPTH = 256;

/** A file instead of a folder is walked as the only one. */
export async function walkFiles(request: WalkRequest): Promise<WalkReport> {
  const { roots, path } = request;
  const start = await withPlace({ roots, path }, async (place) => {
    if (place.found?.isFile() === true) {
      await request.onFile([place.name], place);
      await request.onFolderEnd?.();
    }
    return { path: place.path, isFile: place.found?.isFile() === true };
  });
  if (start.isFile) return { path: start.path, unreadable: 0, isComplete: true };
  const walk = new Walk(request, await rulesAbove(start.path, request));
  await withFolder({ roots, path: start.path }, (folder, children) =>
    walk.folder(folder, { children, names: [] }),
  );
  return { path: start.path, unreadable: walk.unreadable, isComplete: walk.isComplete };
}

interface AboveRules {
  /** The names from the root to the folder that is walked. */
  readonly base: readonly string[];
  readonly folders: readonly FolderRules[];
  readonly everywhere: readonly Rule[];
}

/** Ignore files between the root and the folder count too; those above the root are nobody's business. */
async function rulesAbove(path: string, request: WalkRequest): Promise<AboveRules> {
  const { roots, includesIgnored, everywhere } = request;
  const { root, steps } = locateAbsolute(path, roots);
  if (includesIgnored) return { base: steps, folders: [], everywhere: [] };
  const folders: FolderRules[] = [];
  for (const depth of steps.keys()) {
    const above = [root.path, ...steps.slice(0, depth)].join("/");
    folders.push(await withFolder({ roots, path: above }, (folder) => rulesOf(folder, { depth })));
  }
  return { base: steps, folders, everywhere: (await everywhere?.()) ?? [] };
}

class Walk {
  unreadable = 0;
  isComplete = true;
  readonly #request: WalkRequest;
  readonly #above: AboveRules;

  constructor(request: WalkRequest, above: AboveRules) {
    this.#request = request;
    this.#above = above;
  }

  /** False when the walk is over. */
  async folder(
    folder: OpenFolder,
    {
      children,
      names,
      rules = this.#above.folders,
    }: { children: readonly Dirent[]; names: readonly string[]; rules?: readonly FolderRules[] },
  ): Promise<boolean> {
    const depth = this.#above.base.length + names.length;
    const own = this.#request.includesIgnored ? [] : [...rules, await rulesOf(folder, { depth, children })];
    try {
      for (const child of children) {
        if (this.#request.isOver()) return this.#end();
        const path = [...names, child.name];
        if (this.#isLeftOut(child, path, own)) continue;
        const goesOn = child.isDirectory()
          ? await this.#enter(folder, { path, rules: own })
          : await this.#file(folder, path);
        if (!goesOn) return this.#end();
      }
      return true;
    } finally {
      await this.#request.onFolderEnd?.();
    }
  }

  #end(): false {
    this.isComplete = false;
    return false;
  }

  #isLeftOut(child: Dirent, path: readonly string[], folders: readonly FolderRules[]): boolean {
    const isFolder = child.isDirectory();
    if (!isFolder && !child.isFile()) return true;
    if (child.name.startsWith(".") && (!this.#request.includesHidden || child.name === ".git")) return true;
    const { base, everywhere } = this.#above;
    return isIgnored([...base, ...path], { isFolder, folders, everywhere });
  }

  async #enter(
    parent: OpenFolder,
    { path, rules }: { readonly path: readonly string[]; readonly rules: readonly FolderRules[] },
  ): Promise<boolean> {
    if (path.length > MAX_DEPTH) {
      this.unreadable += 1;
      return true;
    }
    const folder = await parent.enter(path.at(-1) ?? "").catch(() => undefined);
    try {
      const children = folder && (await childrenOf(folder).catch(() => undefined));
      if (folder !== undefined && children !== undefined)
        return await this.folder(folder, { children, names: path, rules });
      this.unreadable += 1; // closed to us, swapped or gone
      return true;
    } finally {
      await folder?.close();
    }
  }

  #file(folder: OpenFolder, path: readonly string[]): boolean | Promise<boolean> {
    const name = path.at(-1) ?? "";
    const place = { folder, name, path: `${folder.path}/${name}`, found: undefined };
    return this.#request.onFile(path, place);
  }
}
