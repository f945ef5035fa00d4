/** The text of a patch → its files and hunks, with what we do not do refused by name. */
import { parsePatch, type StructuredPatchHunk } from "diff";
import { messageOf, TackleError } from "../../errors.ts";
import { NO_FILE } from "./diff-of.ts";

export interface FilePatch {
  readonly action: "changed" | "created" | "deleted";
  /** As the patch says it, without the `a/` and `b/` of git. */
  readonly path: string;
  readonly hunks: readonly StructuredPatchHunk[];
  /** Whether the file is to be executable; undefined where the patch does not say. */
  readonly isExecutable: boolean | undefined;
}

type ParsedFile = ReturnType<typeof parsePatch>[number];

/** The modes that git has for files: whether each is executable. */
const FILE_MODES: ReadonlyMap<string, boolean> = new Map([
  ["100644", false],
  ["100755", true],
]);

const OTHER_MODES: ReadonlyMap<string, string> = new Map([
  ["120000", "a symbolic link"],
  ["160000", "a submodule"],
]);

export function readPatch(text: string): readonly FilePatch[] {
  refuseOtherKinds(text);
  const files = parse(text).filter((file) => file.hunks.length > 0 || file.isGit === true);
  if (files.length === 0)
    throw wrong("there is no hunk in it", "It needs lines '--- path', '+++ path' and '@@ … @@'.");
  const patches = files.map(readFile);
  const twice = patches.find(
    ({ path }, index) => patches.findIndex((other) => other.path === path) !== index,
  );
  if (twice !== undefined) throw wrong(`'${twice.path}' is in it twice`, "Put all hunks of a file together.");
  return patches;
}

function parse(text: string): ParsedFile[] {
  try {
    return parsePatch(text);
  } catch (error) {
    const hint = "The numbers in an '@@ -line,count +line,count @@' must fit the lines that follow.";
    throw wrong(messageOf(error), hint);
  }
}

function readFile(file: ParsedFile): FilePatch {
  const { oldFileName: from, newFileName: to, hunks } = file;
  if (from === undefined || to === undefined)
    throw wrong("a hunk has no file", "Begin with '--- path' and '+++ path'.");
  if (file.isBinary === true) throw wrong(`'${to}' is binary`, "Write the file whole.");
  if (hunks.some(({ oldStart }) => Number.isNaN(oldStart)))
    throw wrong("a hunk has no line numbers", "Write '@@ -line,count +line,count @@'.");
  const shown = to === NO_FILE ? from : to;
  const [isExecutable] = [file.newMode, file.oldMode].map((mode) => readMode(mode, shown));
  // An empty file is created and deleted without a hunk, and then without lines that name the file that is none.
  if (from === NO_FILE || file.isCreate === true)
    return { action: "created", path: withoutPrefix(to, "b/"), hunks, isExecutable };
  if (to === NO_FILE || file.isDelete === true)
    return { action: "deleted", path: withoutPrefix(from, "a/"), hunks, isExecutable: undefined };
  const isGits = from.startsWith("a/") && to.startsWith("b/");
  const [old, path] = isGits ? [from.slice(2), to.slice(2)] : [from, to];
  if (old !== path) throw wrong(`it renames '${old}' to '${path}'`, "Move the file first, then patch it.");
  if (hunks.length === 0 && isExecutable === undefined)
    throw wrong(`it changes nothing in '${path}'`, "Leave that file out.");
  return { action: "changed", path, hunks, isExecutable };
}

function readMode(mode: string | undefined, path: string): boolean | undefined {
  if (mode === undefined) return undefined;
  const isExecutable = FILE_MODES.get(mode);
  if (isExecutable !== undefined) return isExecutable;
  const kind = OTHER_MODES.get(mode);
  if (kind !== undefined) throw otherKind(`'${path}'`, kind, mode);
  throw wrong(`it gives '${path}' the mode ${mode}`, "Files have 100644 or 100755; leave the mode out.");
}

/** Git names the kind of what keeps its mode in a line that the parser passes over; no line of a hunk begins like that. */
function refuseOtherKinds(text: string): void {
  const [, mode = ""] = /^index [0-9a-f]+\.\.[0-9a-f]+ (120000|160000)\s*$/m.exec(text) ?? [];
  const kind = OTHER_MODES.get(mode);
  if (kind !== undefined) throw otherKind("something", kind, mode);
}

function otherKind(what: string, kind: string, mode: string): TackleError {
  return wrong(
    `it is about ${what} as ${kind} (mode ${mode})`,
    "Only files are patched: leave that part out.",
  );
}

function withoutPrefix(name: string, prefix: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

function wrong(why: string, hint: string): TackleError {
  return new TackleError({
    code: "usage",
    message: `The patch cannot be used: ${why}; nothing was changed`,
    hint,
  });
}
