/** The text of a patch → its files and hunks, with what we do not do refused by name. */
import { parsePatch, type StructuredPatchHunk } from "diff";
import { messageOf, TackleError } from "../../errors.ts";

export interface FilePatch {
  readonly action: "changed" | "created" | "deleted";
  /** As the patch says it, without the `a/` and `b/` of git. */
  readonly path: string;
  readonly hunks: readonly StructuredPatchHunk[];
}

type ParsedFile = ReturnType<typeof parsePatch>[number];

const NOTHING = "/dev/null";

export function readPatch(text: string): readonly FilePatch[] {
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
  if (from === NOTHING) return { action: "created", path: withoutPrefix(to, "b/"), hunks };
  if (to === NOTHING) return { action: "deleted", path: withoutPrefix(from, "a/"), hunks };
  const isGits = from.startsWith("a/") && to.startsWith("b/");
  const [old, path] = isGits ? [from.slice(2), to.slice(2)] : [from, to];
  if (old !== path) throw wrong(`it renames '${old}' to '${path}'`, "Move the file first, then patch it.");
  if (hunks.length === 0) throw wrong(`it changes nothing in '${path}' but its mode`, "Leave that file out.");
  return { action: "changed", path, hunks };
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
