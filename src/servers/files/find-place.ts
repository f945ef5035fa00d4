/**
 * From the text of a path to a place: a held folder and a name in it. Every step is looked at without following links; a link
 * is read and its text walked in the same way, so that it may lead anywhere inside the roots and nowhere else.
 */
import type { Stats } from "node:fs";
import { lstat, mkdir, readlink } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { systemCodeOf, TackleError } from "../../errors.ts";
import type { Roots } from "./allowed-roots.ts";
import { explainFileError } from "./explain-file-error.ts";
import { isAbsolute, locate, locateAbsolute, outside, stepsOf, type Location } from "./locate.ts";
import { openFolder, type FolderAccess, type OpenFolder } from "./open-folder.ts";

export interface Place {
  readonly folder: OpenFolder;
  /** `.` for a root itself. */
  readonly name: string;
  /** Without links, for messages and as a key. */
  readonly path: string;
  /** What is there; undefined when nothing is. */
  readonly found: Stats | undefined;
}

export interface PlaceRequest {
  readonly roots: Roots;
  readonly path: string;
  /** Whether a link at the end of the path stands for what it points to (the default) or for itself. */
  readonly followsLast?: boolean;
  /** Creates the folders on the way that are missing. */
  readonly createsFolders?: boolean;
  readonly access?: FolderAccess;
}

/** As many as Linux follows. */
const MAX_LINKS = 40;
/** How often something may be swapped under our hands before we give up. */
const MAX_SWAPS = 20;

/** Holds the place while it is used. */
export async function withPlace<Result>(
  request: PlaceRequest,
  use: (place: Place) => Promise<Result>,
): Promise<Result> {
  let place: Place | undefined;
  try {
    place = await findPlace(request);
    return await use(place);
  } catch (error) {
    throw explainFileError(error, place?.path ?? request.path);
  } finally {
    await place?.folder.close();
  }
}

async function findPlace(request: PlaceRequest): Promise<Place> {
  const { roots, path, followsLast = true, createsFolders = false } = request;
  const walk = new Walk(request);
  await walk.start(locate(path, roots));
  try {
    for (;;) {
      const name = walk.next();
      if (name === undefined) return await walk.placeOf(".");
      if (name === "..") {
        await walk.goUp();
        continue;
      }
      const place = await walk.placeOf(name);
      const isLast = walk.isAtEnd;
      if (place.found?.isSymbolicLink() === true) {
        if (isLast && !followsLast) return place;
        await walk.follow(place);
      } else if (isLast) return place;
      else if (place.found === undefined && createsFolders) await walk.create(place);
      else await walk.enter(place);
    }
  } catch (error) {
    await walk.folder.close();
    throw error;
  }
}

class Walk {
  readonly #request: PlaceRequest;
  #folder: OpenFolder | undefined;
  #location: Location | undefined;
  #walked: string[] = [];
  #pending: string[] = [];
  #links = 0;
  #swaps = 0;

  constructor(request: PlaceRequest) {
    this.#request = request;
  }

  get folder(): OpenFolder {
    if (this.#folder === undefined) throw new Error("The walk has not started");
    return this.#folder;
  }

  get isAtEnd(): boolean {
    return this.#pending.length === 0;
  }

  next(): string | undefined {
    return this.#pending.shift();
  }

  async start(location: Location): Promise<void> {
    const next = await openFolder(location.root.path, this.#request.access);
    await this.#folder?.close();
    this.#folder = next;
    this.#location = location;
    this.#walked = [];
    this.#pending = [...location.steps];
  }

  async placeOf(name: string): Promise<Place> {
    const { folder } = this;
    const found = await lstat(folder.at(name)).catch((error: unknown) => {
      if (systemCodeOf(error) === "ENOENT") return undefined;
      throw error;
    });
    return { folder, name, found, path: name === "." ? folder.path : join(folder.path, name) };
  }

  /** One folder up, from the root again: a descriptor's own `..` may have been moved elsewhere. */
  async goUp(): Promise<void> {
    const { root } = this.#location ?? {};
    if (root === undefined) return;
    if (this.#walked.length > 0) {
      await this.start({ root, steps: [...this.#walked.slice(0, -1), ...this.#pending] });
      return;
    }
    // Above the root: the rest may still lead into one of the roots.
    await this.#restart(dirname(root.path));
  }

  async follow({ folder, name }: Place): Promise<void> {
    this.#links += 1;
    if (this.#links > MAX_LINKS)
      throw new TackleError({ code: "usage", message: `The links of ${this.#request.path} go in a circle` });
    const target = await readlink(folder.at(name)).catch((error: unknown) => {
      if (systemCodeOf(error) !== "EINVAL" && systemCodeOf(error) !== "ENOENT") throw error;
      return undefined;
    });
    if (target === undefined) this.#swapped(name); // it is no link any more
    else if (isAbsolute(target)) await this.#restart(target);
    else this.#pending = [...stepsOf(target), ...this.#pending];
  }

  async enter({ folder, name, path, found }: Place): Promise<void> {
    if (found === undefined)
      throw new TackleError({ code: "not-found", message: `There is no folder ${path}` });
    if (!found.isDirectory()) throw new TackleError({ code: "usage", message: `${path} is not a folder` });
    const next = await folder.enter(name).catch((error: unknown) => {
      if (!["ENOTDIR", "ELOOP", "ENOENT"].includes(systemCodeOf(error) ?? "")) throw error;
      return undefined;
    });
    if (next === undefined) {
      this.#swapped(name);
      return;
    }
    await folder.close();
    this.#folder = next;
    this.#walked.push(name);
  }

  async create({ folder, name }: Place): Promise<void> {
    await folder.check();
    await mkdir(folder.at(name)).catch((error: unknown) => {
      if (systemCodeOf(error) !== "EEXIST") throw error; // somebody else was quicker; what it is will be seen
    });
    this.#pending.unshift(name);
  }

  /** From the top: what was pending goes on from this absolute path. Not normalised: the step before a `..` may be a link. */
  async #restart(from: string): Promise<void> {
    const { roots } = this.#request;
    const path = [from, ...this.#pending].join(sep);
    try {
      await this.start(locateAbsolute(path, roots));
    } catch (error) {
      // In the words of whoever asked: where the link points to is not theirs to know.
      if (error instanceof TackleError && error.code === "policy") throw outside(this.#request.path, roots);
      throw error;
    }
  }

  #swapped(name: string): void {
    this.#swaps += 1;
    if (this.#swaps > MAX_SWAPS) {
      const message = `${this.#request.path} keeps changing while it is opened`;
      throw new TackleError({ code: "conflict", message, hint: "Try again when it is at rest." });
    }
    this.#pending.unshift(name);
  }
}
