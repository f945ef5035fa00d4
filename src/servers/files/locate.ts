/**
 * The text of a path → a root and the steps below it, by the text alone: nothing is looked up on disk here, so that the
 * answer tells nobody what exists outside. Whole names are compared, never prefixes of texts: `/notes-old` is not in `/notes`.
 */
import { parse, resolve } from "node:path";
import { TackleError } from "../../errors.ts";
import { cutText, toTerminalText } from "../../util/terminal-text.ts";
import type { Root, Roots } from "./allowed-roots.ts";

export interface Location {
  readonly root: Root;
  /** Names from the root downwards; `..` may be among them, `.` and empty ones may not. */
  readonly steps: readonly string[];
}

const IS_WINDOWS = process.platform === "win32";
const SEPARATOR = IS_WINDOWS ? /[\\/]/ : "/";
const MAX_LENGTH = 4096;

/** Where a path leads that somebody typed; a relative one starts at the first root. */
export function locate(path: string, roots: Roots): Location {
  refuseOddities(path);
  return isAbsolute(path) ? locateAbsolute(path, roots) : { root: roots[0], steps: stepsOf(path) };
}

/** Throws when the path leads into none of the roots; of several the deepest is taken. */
export function locateAbsolute(path: string, roots: Roots): Location {
  const found = deepest(path, roots) ?? deepest(resolve(path), roots);
  if (found === undefined) throw outside(path, roots);
  return found;
}

export function isAbsolute(path: string): boolean {
  return parse(path).root !== "";
}

export function stepsOf(path: string): string[] {
  return path
    .slice(parse(path).root.length)
    .split(SEPARATOR)
    .filter((step) => step !== "" && step !== ".");
}

export function outside(path: string, roots: Roots): TackleError {
  return new TackleError({
    code: "policy",
    message: `${shownPath(path)} is outside of the allowed folders`,
    hint: `Allowed: ${roots.map((root) => root.given).join(", ")}. 'options.roots' in the server's entry allows others.`,
  });
}

/** A path in a message: on one line, and not endless. */
export function shownPath(path: string): string {
  return cutText(toTerminalText(path), 300);
}

function deepest(path: string, roots: Roots): Location | undefined {
  const candidates = roots.flatMap((root) => [below(path, root.path, root), below(path, root.given, root)]);
  const found = candidates.filter((candidate) => candidate !== undefined);
  return found.toSorted((a, b) => a.steps.length - b.steps.length)[0];
}

function below(path: string, folder: string, root: Root): Location | undefined {
  if (!isSameName(parse(path).root, parse(folder).root)) return undefined;
  const [steps, base] = [stepsOf(path), stepsOf(folder)];
  const isBelow = base.every((name, index) => isSameName(name, steps[index]));
  return isBelow ? { root, steps: steps.slice(base.length) } : undefined;
}

function isSameName(a: string, b: string | undefined): boolean {
  return a === b || (IS_WINDOWS && a.toLowerCase() === b?.toLowerCase());
}

function refuseOddities(path: string): void {
  const refuse = (why: string, hint: string): never => {
    throw new TackleError({ code: "usage", message: `${shownPath(path)} ${why}`, hint });
  };
  if (path === "") refuse("is empty", "Write '.' for the first allowed folder.");
  if (path.length > MAX_LENGTH) refuse(`is longer than ${MAX_LENGTH} characters`, "Shorten the path.");
  if (path.includes("\0")) refuse("has a NUL character", "Remove the character.");
  if (!path.isWellFormed()) refuse("is not well-formed Unicode", "Write the name as it is listed.");
  if (/^~([/\\]|$)/.test(path))
    refuse("begins with '~', which is not expanded", "Write the whole path, or './~' for the name.");
  if (/^file:/i.test(path)) refuse("is a URL", "Write the path alone.");
  // Windows gives these names meanings of their own: streams, devices, and twins of other names.
  const isOdd = (step: string): boolean =>
    /[:<>"|?*]|[. ]$|~\d|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(step) && step !== "..";
  if (IS_WINDOWS && stepsOf(path).some(isOdd))
    refuse("has a name that Windows reads in another way", "Choose another name.");
}
