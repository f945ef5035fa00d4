/**
 * ripgrep as a helper that says which of some files may match; what is shown is read by ourselves, from files that are opened
 * inside the roots. It gets no configuration, no environment, no word that could be an option, and no folder to walk.
 */
import { spawn } from "node:child_process";
import { delimiter, isAbsolute } from "node:path";
import { findProgram } from "../../util/find-program.ts";
import type { Roots } from "../files/allowed-roots.ts";
import type { OpenFolder } from "../files/open-folder.ts";

export interface RipgrepSearch {
  readonly program: string;
  /** From `Pattern.ripgrep`. */
  readonly pattern: readonly string[];
  readonly folder: OpenFolder;
  /** Below the folder. */
  readonly paths: readonly string[];
  readonly signal: AbortSignal;
}

/** A program in a relative folder, or inside the roots, came with what is searched: it is not ours to run. */
export function findRipgrep({
  roots,
  programPath,
}: {
  readonly roots: Roots;
  readonly programPath: string | undefined;
}): string | undefined {
  const isInside = (folder: string): boolean =>
    roots.some((root) =>
      [root.given, root.path].some((path) => `${folder}/`.startsWith(path === "/" ? "//" : `${path}/`)),
    );
  const folders = (programPath ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isInside(folder));
  if (folders.length === 0) return undefined;
  const found = findProgram("rg", { path: folders.join(delimiter), cwd: "/" });
  return found.kind === "found" ? found.file : undefined;
}

/** Windows takes 32 thousand characters for all words together; others take a million and more. */
const MAX_ARGUMENTS = process.platform === "win32" ? 24_000 : 256_000;

/** The paths of files that may match: all of them where ripgrep fails, or cannot read each file. */
export async function filterByRipgrep(search: RipgrepSearch): Promise<ReadonlySet<string>> {
  const matching = new Set<string>();
  for (const paths of batches(search.paths)) {
    for (const path of (await runRipgrep({ ...search, paths })) ?? paths) matching.add(path);
  }
  return matching;
}

function runRipgrep({
  program,
  pattern,
  folder,
  paths,
  signal,
}: RipgrepSearch): Promise<readonly string[] | undefined> {
  const options = [
    "--no-config",
    "--files-with-matches",
    "--null",
    "--no-messages",
    "--no-mmap",
    "--color=never",
    "--crlf",
  ];
  const args = [...options, ...pattern, "--", ...paths.map((path) => `./${path}`)];
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: folder.self,
      env: {},
      stdio: ["ignore", "pipe", "ignore"],
      signal,
      windowsHide: true,
    });
    const output: Buffer[] = [];
    child.stdout.on("data", (bytes: Buffer) => output.push(bytes));
    child.on("error", () => resolve(undefined)); // it could not be started, or the search was ended
    child.on("close", (code) => {
      const names = Buffer.concat(output).toString("utf8").split("\0").slice(0, -1);
      resolve(code === 0 || code === 1 ? names.map((name) => name.slice(2)) : undefined); // 1 says that nothing matches
    });
  });
}

function* batches(paths: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let size = 0;
  for (const path of paths) {
    const length = Buffer.byteLength(path) + 3;
    if (size + length > MAX_ARGUMENTS && batch.length > 0) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(path);
    size += length;
  }
  if (batch.length > 0) yield batch;
}
