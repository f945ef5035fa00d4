/**
 * The folder of scripts: `NAME.ts` or `NAME.js`, each read by itself, so that a bad one takes no other down. Files may be edited
 * by hand at any time; what was read is never kept longer than one answer.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { messageOf } from "../../errors.ts";
import { readHeader } from "./script-header.ts";
import { isScriptName, MOST_SCRIPT_BYTES, NAME_RULE, type Script, type ScriptProblem } from "./script.ts";

export interface ScriptFolder {
  /** In order of name. */
  readonly scripts: readonly Script[];
  readonly problems: readonly ScriptProblem[];
}

const ENDING = /\.(ts|js)$/;
/** More than anybody writes; a folder with more was not meant for this. */
const MOST_SCRIPTS = 500;

export function readScripts(folder: string): ScriptFolder {
  const scripts: Script[] = [];
  const problems: ScriptProblem[] = [];
  const seen = new Map<string, string>();
  const files = scriptFiles(folder);
  for (const name of files.slice(0, MOST_SCRIPTS)) {
    const twin = seen.get(nameOf(name).toLowerCase());
    const file = join(folder, name);
    const read =
      twin === undefined
        ? readScript(file)
        : { file, line: 1, message: `There is also '${twin}': rename or remove one` };
    if ("code" in read) scripts.push(read);
    else problems.push(read);
    seen.set(nameOf(name).toLowerCase(), name);
  }
  if (files.length > MOST_SCRIPTS)
    problems.push({
      file: folder,
      line: 1,
      message: `Only the first ${MOST_SCRIPTS} of ${files.length} scripts are offered`,
    });
  return { scripts, problems };
}

/** One script by its name, in either language; undefined when there is none. */
export function readScriptNamed(folder: string, name: string): Script | ScriptProblem | undefined {
  const file = scriptFiles(folder).find((candidate) => nameOf(candidate) === name);
  return file === undefined ? undefined : readScript(join(folder, file));
}

/** The names of the files, `.js` after `.ts`; none where there is no folder. */
export function scriptFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => ENDING.test(name) && !name.endsWith(".d.ts") && !name.startsWith("."))
      .sort((a, b) => (nameOf(a) === nameOf(b) ? (a < b ? 1 : -1) : nameOf(a) < nameOf(b) ? -1 : 1));
  } catch {
    return []; // there is none, or it is closed to us: both mean no scripts
  }
}

/** Another text whenever a file came, went or changed. */
export function folderSignature(folder: string): string {
  return scriptFiles(folder)
    .map((name) => {
      const stat = statSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
      return `${name} ${stat?.ino ?? 0}.${stat?.size ?? 0}.${stat?.mtimeNs ?? 0}`;
    })
    .join("\n");
}

/** When a file was last added, removed or changed, in milliseconds since the epoch; 0 for no folder. */
export function folderChangedAt(folder: string): number {
  const paths = [folder, ...scriptFiles(folder).map((name) => join(folder, name))];
  return Math.max(0, ...paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}

function readScript(file: string): Script | ScriptProblem {
  const name = nameOf(basename(file));
  if (!isScriptName(name))
    return { file, line: 1, message: `'${name}' cannot be a script's name. ${NAME_RULE}` };
  try {
    const code = readText(file);
    const read = readHeader(code);
    return read.ok ? { name, file, code, ...read.header } : { file, line: read.line, message: read.message };
  } catch (error) {
    return { file, line: 1, message: `It cannot be read: ${messageOf(error)}` };
  }
}

function readText(file: string): string {
  // Without O_NONBLOCK a pipe in a file's place would hang here.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new Error("it is not a regular file");
    if (stat.size > MOST_SCRIPT_BYTES) throw new Error(`it has more than ${MOST_SCRIPT_BYTES} bytes`);
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

function nameOf(file: string): string {
  return file.replace(ENDING, "");
}
