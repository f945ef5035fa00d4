/**
 * The rules of .gitignore and .ignore: the last rule of a file that fits decides, a deeper file beats one above it, and .ignore
 * beats .gitignore. A rule that cannot be read is no rule.
 */
import { compilePathGlob, type PathTest } from "./glob.ts";

interface Rule {
  readonly fits: PathTest;
  readonly isOnlyForFolders: boolean;
  /** A rule with `!` takes back what others have ignored. */
  readonly isIgnored: boolean;
}

/** The rules of one folder. */
export interface FolderRules {
  /** How many names its path has, from the root. */
  readonly depth: number;
  readonly gitignore: readonly Rule[];
  readonly ignore: readonly Rule[];
}

/** A file with more is somebody's joke at our cost. */
const MAX_RULES = 10_000;

export function parseIgnoreFile(text: string): readonly Rule[] {
  return text
    .replace(/^\uFEFF/, "")
    .split("\n", MAX_RULES)
    .flatMap((line) => parseRule(line) ?? []);
}

/** `names` is the path from the root; the folders come from the root downwards. */
export function isIgnored(
  names: readonly string[],
  { isFolder, folders }: { readonly isFolder: boolean; readonly folders: readonly FolderRules[] },
): boolean {
  for (const kind of ["ignore", "gitignore"] as const) {
    for (const folder of folders.toReversed()) {
      const rules = folder[kind];
      if (rules.length === 0) continue;
      const below = names.slice(folder.depth);
      const rule = rules.findLast(
        ({ fits, isOnlyForFolders }) => (isFolder || !isOnlyForFolders) && fits(below),
      );
      if (rule !== undefined) return rule.isIgnored;
    }
  }
  return false;
}

function parseRule(line: string): Rule | undefined {
  const text = withoutSpacesAtEnd(line.replace(/\r$/, ""));
  if (text === "" || text.startsWith("#")) return undefined;
  const isTakenBack = text.startsWith("!");
  const glob = isTakenBack ? text.slice(1) : text;
  const isOnlyForFolders = glob.endsWith("/");
  const fits = /^\/*$/.test(glob) ? undefined : compilePathGlob(glob);
  return fits && { fits, isOnlyForFolders, isIgnored: !isTakenBack };
}

/** Spaces at the end do not count, unless there is a `\` before them. */
function withoutSpacesAtEnd(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " " && line[end - 2] !== "\\") end -= 1;
  return line.slice(0, end);
}
