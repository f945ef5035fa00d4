/** Where the operating system would find a program, looking in PATH as it does, without running anything. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

export interface ProgramSearch {
  readonly path: string | undefined;
  /** The folder that relative paths start from. */
  readonly cwd: string;
}

export type FoundProgram =
  | { readonly kind: "found"; readonly file: string }
  | { readonly kind: "not-executable"; readonly file: string }
  | { readonly kind: "missing" };

export function findProgram(command: string, search: ProgramSearch): FoundProgram {
  const candidates = /[/\\]/.test(command)
    ? [resolve(search.cwd, command)]
    : (search.path ?? "").split(delimiter).map((folder) => join(resolve(search.cwd, folder), command));
  let blocked: string | undefined;
  for (const file of candidates.flatMap(withEndings)) {
    if (!isFile(file)) continue;
    if (isExecutable(file)) return { kind: "found", file };
    blocked ??= file;
  }
  return blocked === undefined ? { kind: "missing" } : { kind: "not-executable", file: blocked };
}

/** On Windows a program's name leaves out its ending. */
function withEndings(file: string): string[] {
  if (process.platform !== "win32") return [file];
  const endings = (process.env["PATHEXT"] ?? ".EXE;.CMD;.BAT;.COM").split(";");
  return [file, ...endings.map((ending) => file + ending)];
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false; // not there, or behind a closed folder: either way not to be run
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
