/**
 * Globs for paths, with the meaning of .gitignore: without a slash a glob is for the last name anywhere below, with one it is
 * for the whole path from the folder; `**` between slashes is any number of folders.
 */
import { TackleError } from "../../errors.ts";
import { compileName, type NameTest } from "./glob-name.ts";
import { matchSequence, STAR } from "./match-sequence.ts";

/** The names from the folder down to the file. */
export type PathTest = (names: readonly string[]) => boolean;

const MAX_ALTERNATIVES = 256;

/** A glob that a caller gives, with `{a,b}` besides; throws when it cannot be read. */
export function compileGlob(glob: string): PathTest {
  const tests = expandBraces(glob).map((one) => {
    const test = compilePathGlob(one.replace(/^\.\//, "/"));
    if (test === undefined) throw wrong(glob, "a '[' without its ']', or a '\\' at the end");
    return test;
  });
  return (names) => tests.some((test) => test(names));
}

/** Undefined where the glob cannot be read. */
export function compilePathGlob(glob: string): PathTest | undefined {
  const isAnchored = glob.slice(0, -1).includes("/");
  const parts = glob.split("/").filter((part) => part !== "");
  const tokens: (NameTest | typeof STAR)[] = isAnchored ? [] : [STAR];
  for (const part of parts) {
    const token = part === "**" ? STAR : compileName(part);
    if (token === undefined) return undefined;
    if (token !== STAR || tokens.at(-1) !== STAR) tokens.push(token);
  }
  // At its end `**` is for what is in a folder, and not for the folder itself.
  if (parts.at(-1) === "**") tokens.push(() => true);
  const [only] = tokens.slice(1);
  if (tokens.length === 2 && tokens[0] === STAR && typeof only === "function")
    return (names) => only(names.at(-1) ?? "");
  return (names) => matchSequence({ tokens, items: names, fits: (test, name) => test(name) });
}

/** `a{b,c{d,e}}` → `ab`, `acd`, `ace`. */
function expandBraces(glob: string): string[] {
  let open: string[] = [glob];
  const done: string[] = [];
  while (open.length > 0) {
    if (open.length + done.length > MAX_ALTERNATIVES)
      throw wrong(glob, `more than ${MAX_ALTERNATIVES} alternatives`);
    const next: string[] = [];
    for (const one of open) {
      const group = innermostGroup(one);
      if (group === undefined) done.push(one);
      else for (const choice of group.choices) next.push(group.before + choice + group.after);
    }
    open = next;
  }
  return done;
}

/** A group that holds no other; braces after a `\` stand for themselves. */
function innermostGroup(glob: string): { before: string; choices: string[]; after: string } | undefined {
  let start = -1;
  for (let at = 0; at < glob.length; at += 1) {
    const character = glob[at];
    if (character === "\\") at += 1;
    else if (character === "{") start = at;
    else if (character === "}" && start !== -1)
      return {
        before: glob.slice(0, start),
        choices: glob.slice(start + 1, at).split(","),
        after: glob.slice(at + 1),
      };
  }
  return undefined;
}

function wrong(glob: string, why: string): TackleError {
  const hint = "Write globs such as *.ts, src/**/*.{js,ts} or [a-c]*.";
  return new TackleError({ code: "usage", message: `The glob '${glob.slice(0, 200)}' has ${why}`, hint });
}
