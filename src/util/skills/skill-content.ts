/**
 * The code of a skill as one hash: all code in its folder, and every file that it imports by a relative path, wherever that
 * is. Data that a skill keeps beside its code does not count, or it would change itself by running; nor do packages.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import { messageOf, TackleError } from "../../errors.ts";

export interface SkillContent {
  readonly hash: string;
  /** Each file's own hash (SHA-256), by absolute path. */
  readonly files: ReadonlyMap<string, string>;
  /** Every file and folder that was looked at, by absolute path. */
  readonly seen: readonly string[];
}

/** What runs, or decides how it runs. */
const CODE: ReadonlySet<string> = new Set([".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".wasm", ".node"]);
const IMPORTING = /^\.[mc]?[tj]s$/;
/** Too many rather than too few: what is no import after all only makes the hash stricter. */
const RELATIVE_IMPORT = /(?:from|import|require)\s*\(?\s*["'](\.\.?\/[^"'\n]{1,500})["']/g;

const MAX_FILES = 1000;
const MAX_BYTES = 16 * 1024 * 1024;

/** `file` is the skill's own, by its real path. `see` is told of each path before it is read. */
export function readSkillContent(file: string, see: (path: string) => void = () => {}): SkillContent {
  const folder = dirname(file);
  const { hash: hashOf } = process.getBuiltinModule("node:crypto");
  const seen = new Set<string>();
  const look = (path: string): void => {
    seen.add(path);
    see(path);
  };
  const waiting = [...codeIn(folder, look)];
  /** Undefined for what is imported and not there. */
  const files = new Map<string, string | undefined>();
  let bytes = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    look(path);
    const content = contentOf(path, MAX_BYTES - bytes);
    files.set(path, content && hashOf("sha256", content));
    bytes += content?.length ?? 0;
    if (files.size > MAX_FILES) throw tooLarge(folder, `more than ${MAX_FILES} files of code`);
    if (content !== undefined && IMPORTING.test(extname(path))) waiting.push(...importsOf(path, content));
  }
  const lines = [...files].map(
    ([path, own]) => `${relative(folder, path).split(sep).join("/")}\0${own ?? "absent"}`,
  );
  return {
    hash: hashOf("sha256", lines.sort().join("\n")),
    files: new Map([...files].flatMap(([path, own]) => (own === undefined ? [] : [[path, own]]))),
    seen: [...seen],
  };
}

/** The code below a folder, without packages and what is hidden. A linked folder is reached by imports alone. */
function* codeIn(folder: string, look: (path: string) => void): Generator<string> {
  look(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isDirectory()) yield* codeIn(path, look);
    else if (CODE.has(extname(entry.name)) || entry.name === "package.json") yield path;
  }
}

/** Undefined for what is not there, or is no file. */
function contentOf(path: string, room: number): Buffer | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile()) return undefined;
    if (stat.size > room) throw tooLarge(dirname(path), `more than ${MAX_BYTES / 1024 / 1024} MiB of code`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof TackleError) throw error;
    const message = `${path} cannot be read: ${messageOf(error)}`;
    throw new TackleError({ code: "config", message, hint: "Make it readable, or remove it.", cause: error });
  }
}

function importsOf(path: string, content: Buffer): string[] {
  const imports = [...content.toString("utf8").matchAll(RELATIVE_IMPORT)];
  return imports.flatMap(([, specifier = ""]) => {
    const target = resolve(dirname(path), specifier.replace(/[?#].*$/, ""));
    // `require` may leave the ending out.
    return extname(target) === "" ? [`${target}.js`, `${target}.cjs`, join(target, "index.js")] : [target];
  });
}

function tooLarge(folder: string, what: string): TackleError {
  return new TackleError({
    code: "config",
    message: `${folder} has ${what}, which is more than a skill may have`,
    hint: "Put what is not its own into a package, which it imports by name.",
  });
}
