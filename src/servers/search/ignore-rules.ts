/**
 * The rules of ignore files: the last rule of a file that fits decides, a deeper file beats one above it. Of all files of one kind
 * the first kind with an answer decides: .rgignore, .ignore, .gitignore, .git/info/exclude, and the user's own for all
 * repositories. What git reads ends at the repository: the files above it are those of another one. A rule that cannot be read
 * is no rule.
 */
import { compilePathGlob, type PathTest } from "./glob.ts";

export interface Rule {
  readonly fits: PathTest;
  readonly isOnlyForFolders: boolean;
  /** A rule with `!` takes back what others have ignored. */
  readonly isIgnored: boolean;
}

/** The rules of one folder. */
export interface FolderRules {
  /** How many names its path has, from the root. */
  readonly depth: number;
  /** Whether a repository begins here. */
  readonly isRepository: boolean;
  readonly rgignore: readonly Rule[];
  readonly ignore: readonly Rule[];
  readonly gitignore: readonly Rule[];
  readonly exclude: readonly Rule[];
}

export interface IgnoreQuestion {
  readonly isFolder: boolean;
  /** From the root downwards. */
  readonly folders: readonly FolderRules[];
  /** For everything, from the root. */
  readonly everywhere: readonly Rule[];
}

/** A file with more is somebody's joke at our cost. */
const MAX_RULES = 10_000;

export function parseIgnoreFile(text: string): readonly Rule[] {
  return text
    .replace(/^\uFEFF/, "")
    .split("\n", MAX_RULES)
    .flatMap((line) => parseRule(line) ?? []);
}

/** `names` is the path from the root. */
export function isIgnored(names: readonly string[], question: IgnoreQuestion): boolean {
  const { isFolder, folders, everywhere } = question;
  const decide = (rules: readonly Rule[], depth: number): Rule | undefined => {
    if (rules.length === 0) return undefined;
    const below = names.slice(depth);
    return rules.findLast(({ fits, isOnlyForFolders }) => (isFolder || !isOnlyForFolders) && fits(below));
  };
  for (const kind of ["rgignore", "ignore", "gitignore", "exclude"] as const) {
    const isGits = kind === "gitignore" || kind === "exclude";
    for (const folder of folders.toReversed()) {
      const rule = decide(folder[kind], folder.depth);
      if (rule !== undefined) return rule.isIgnored;
      if (isGits && folder.isRepository) break;
    }
  }
  return decide(everywhere, 0)?.isIgnored ?? false;
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
