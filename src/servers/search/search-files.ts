/**
 * All files below a folder that hold a match, in order of path. With ripgrep the files are chosen first, and only those that
 * may match are read by us; without it all are. The answer is the same.
 */
import { lstat } from "node:fs/promises";
import type { FileContext } from "../files/file-context.ts";
import { withPlace, type Place } from "../files/find-place.ts";
import { withFile } from "../files/open-file.ts";
import { readRange } from "../files/read-bytes.ts";
import { withFolder } from "../files/with-folder.ts";
import type { PathTest } from "./glob.ts";
import { isUtf16, matchLines, type FoundLines, type LineSearch } from "./match-lines.ts";
import { pathForCaller } from "./path-for-caller.ts";
import { filterByRipgrep } from "./ripgrep.ts";
import type { FoundLine } from "./shorten-line.ts";
import { walkFiles, type WalkReport, type WalkRequest } from "./walk-files.ts";

export interface FileSearch
  extends
    Pick<FileContext, "roots">,
    Pick<WalkRequest, "everywhere">,
    Omit<LineSearch, "limit" | "characters"> {
  readonly path: string;
  readonly fits: PathTest;
  readonly includesHidden: boolean;
  readonly includesIgnored: boolean;
  /** Matches to show, or files where only those are wanted. */
  readonly limit: number;
  readonly isFilesOnly: boolean;
  readonly ripgrep: string | undefined;
  /** Aborted when the search is over. */
  readonly signal: AbortSignal;
}

export interface FileMatches {
  readonly path: string;
  readonly count: number;
  /** How many of the matches are among the lines. */
  readonly shown: number;
  readonly lines: readonly FoundLine[];
}

export interface SearchResult {
  readonly files: readonly FileMatches[];
  /** Matching lines, shown or not. */
  readonly total: number;
  readonly fileCount: number;
  readonly unreadable: number;
  readonly isComplete: boolean;
}

export async function searchFiles(search: FileSearch): Promise<SearchResult> {
  const finding = new Finding(search);
  const { ripgrep: program, pattern, fits } = search;
  const words = pattern.ripgrep;
  if (program === undefined || words === undefined) {
    const onFile = (names: readonly string[], place: Place) => !fits(names) || finding.look(place);
    return finding.result(await walkFiles({ ...search, onFile }));
  }
  const { report, paths } = await collectPaths(search);
  await finding.lookThrough(report.path, await candidates(search, { report, paths, program, words }));
  return finding.result(report);
}

/** What to ask ripgrep about. The files of a folder are looked at together: one after the other takes several times as long. */
async function collectPaths(search: FileSearch): Promise<Pick<Candidates, "report" | "paths">> {
  const paths: string[] = [];
  const leftOut = new Set<string>();
  let looks: Promise<void>[] = [];
  const look = async (path: string, place: Place): Promise<void> => {
    if (await isLargeBinary(place)) leftOut.add(path);
  };
  const report = await walkFiles({
    ...search,
    onFile: (names, place) => {
      if (!search.fits(names)) return true;
      const path = names.join("/");
      paths.push(path);
      looks.push(look(path, place));
      return true;
    },
    onFolderEnd: async () => {
      await Promise.all(looks);
      looks = [];
    },
  });
  return { report, paths: paths.filter((path) => !leftOut.has(path)) };
}

const LARGE = 8 * 1024 * 1024;

/** ripgrep reads files that it is given to their end, and an image of a disk has no end that we would wait for. */
async function isLargeBinary(place: Place): Promise<boolean> {
  try {
    const found = place.found ?? (await lstat(place.folder.at(place.name)));
    if (found.size < LARGE) return false;
    return await withFile(
      { ...place, found },
      async ({ handle }) =>
        (await readRange(handle, { offset: 2, length: 64 * 1024 })).includes(0) && !(await isUtf16(handle)),
    );
  } catch {
    return false; // whoever reads it will say that it cannot be read
  }
}

interface Candidates {
  readonly report: WalkReport;
  readonly paths: readonly string[];
  readonly program: string;
  readonly words: readonly string[];
}

/** The files worth reading, in the order of the walk. */
async function candidates(
  { roots, signal }: FileSearch,
  { report, paths, program, words }: Candidates,
): Promise<readonly string[]> {
  const isFolder = await withPlace(
    { roots, path: report.path },
    async ({ found }) => found?.isDirectory() === true,
  );
  if (!isFolder) return paths.map(() => "");
  const matching = await withFolder({ roots, path: report.path }, (folder) =>
    filterByRipgrep({ program, pattern: words, folder, paths, signal }),
  );
  return paths.filter((path) => matching.has(path));
}

async function openAndMatch(place: Place, search: LineSearch): Promise<FoundLines> {
  const found = place.found ?? (await lstat(place.folder.at(place.name)));
  return withFile({ ...place, found }, (file) => matchLines(file, search));
}

/** Of all lines that are shown. */
const MAX_CHARACTERS = 500_000;

class Finding {
  readonly #search: FileSearch;
  readonly #files: FileMatches[] = [];
  #total = 0;
  #fileCount = 0;
  #shown = 0;
  #characters = 0;
  #unreadable = 0;
  #isComplete = true;

  constructor(search: FileSearch) {
    this.#search = search;
  }

  async lookThrough(folder: string, paths: readonly string[]): Promise<void> {
    const { roots } = this.#search;
    for (const path of paths) {
      const full = path === "" ? folder : `${folder}/${path}`;
      const goesOn = await withPlace({ roots, path: full, followsLast: false }, (place) =>
        this.look(place),
      ).catch(() => this.#skip());
      if (!goesOn) return;
    }
  }

  /** False when the search is over. */
  async look(place: Place): Promise<boolean> {
    const { limit, isFilesOnly, pattern, context, isOver } = this.#search;
    if (isOver()) {
      this.#isComplete = false;
      return false;
    }
    const left = isFilesOnly ? 0 : limit - this.#shown;
    const characters = MAX_CHARACTERS - this.#characters;
    const found = await openAndMatch(place, { pattern, context, limit: left, characters, isOver }).catch(
      () => undefined,
    );
    if (found === undefined) return this.#skip();
    this.#isComplete &&= found.isComplete;
    if (found.count === 0) return true;
    this.#total += found.count;
    this.#fileCount += 1;
    if (isFilesOnly ? this.#files.length < limit : found.shown > 0) {
      const { count, shown, lines } = found;
      this.#shown += shown;
      this.#characters += lines.reduce((sum, line) => sum + line.text.length, 0);
      this.#files.push({ path: pathForCaller(place.path, this.#search.roots), count, shown, lines });
    }
    return true;
  }

  result({ unreadable, isComplete }: WalkReport): SearchResult {
    return {
      files: this.#files,
      total: this.#total,
      fileCount: this.#fileCount,
      unreadable: unreadable + this.#unreadable,
      isComplete: isComplete && this.#isComplete,
    };
  }

  /** Closed to us, swapped or gone. */
  #skip(): true {
    this.#search.isOver(); // throws when the caller is gone
    this.#unreadable += 1;
    return true;
  }
}
