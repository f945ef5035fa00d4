/** Where configuration may come from, highest first: environment, flags, the project's files, the user's files. */
import { dirname, join, resolve } from "node:path";
import { TackleError } from "../errors.ts";
import type { Scope } from "../types.ts";
import { configFolder, scriptsFolder, type Environment } from "../util/paths.ts";
import { presenceOf } from "./presence.ts";
import { scriptSources } from "./script-source.ts";

export interface SourceLocation {
  readonly scope: Scope;
  /** A file's absolute path, or the variable's name for inline text. */
  readonly file: string;
  readonly inlineText?: string;
}

export interface Surroundings {
  readonly env: Environment;
  readonly cwd: string;
  /** Files named on the command line; a relative one starts from the working directory. */
  readonly configFiles?: readonly string[];
  /** Read those files, and what is embedded, and nothing else. */
  readonly onlyConfigFiles?: boolean;
  /** Servers that the program itself brings, as JSON. */
  readonly embedded?: string;
}

export const INLINE_VARIABLE = "TACKLE_MCP_SERVERS";
const PROJECT_FILES = [".mcp.json", "tackle.yaml", "tackle.yml", "tackle.toml", "tackle.json"];
const USER_FILES = ["config.yaml", "config.yml", "config.toml", "config.json"];
/** Beyond these the folders above the working directory are searched, but not watched: looking at files costs time. */
export const MAX_WATCHED_FOLDERS = 40;

/** The sources that exist; a file named on the command line is listed even when it does not, so that its absence is said. */
export function findSources(surroundings: Surroundings): readonly SourceLocation[] {
  const { env, cwd } = surroundings;
  if (surroundings.onlyConfigFiles === true)
    return [...embeddedSources(surroundings), ...flagSources(surroundings)];
  const inlineText = env[INLINE_VARIABLE];
  const sources: SourceLocation[] = [...embeddedSources(surroundings)];
  if (inlineText !== undefined && inlineText !== "") {
    sources.push({ scope: "environment", file: INLINE_VARIABLE, inlineText });
  }
  sources.push(...flagSources(surroundings));
  for (const file of projectCandidates(cwd).filter(isThere)) sources.push({ scope: "project", file });
  for (const file of existingUserFiles(env)) sources.push({ scope: "user", file });
  sources.push(...scriptSources(env));
  return sources.filter((source, index) => sources.findIndex(({ file }) => file === source.file) === index);
}

/** Every file that `findSources` looks at, whether it is there or not: a change of any can change what it finds. */
export function filesToWatch(surroundings: Surroundings): readonly string[] {
  const named = flagSources(surroundings).map(({ file }) => file);
  if (surroundings.onlyConfigFiles === true) return named;
  const folders = foldersUpwards(surroundings.cwd);
  const found = folders.findIndex(hasProjectFile);
  const nearer = folders.slice(0, found === -1 ? undefined : found).slice(0, MAX_WATCHED_FOLDERS);
  const watched = [...nearer, ...folders.slice(found, found + 1)];
  const scripts = scriptsFolder(surroundings.env);
  return [
    ...named,
    ...watched.flatMap(projectFilesIn),
    ...userCandidates(surroundings.env),
    ...(scripts === undefined ? [] : [scripts]),
  ];
}

function embeddedSources({ embedded }: Surroundings): SourceLocation[] {
  return embedded === undefined ? [] : [{ scope: "default", file: "the program", inlineText: embedded }];
}

function flagSources(surroundings: Surroundings): SourceLocation[] {
  return namedFiles(surroundings).map((file) => ({ scope: "flag", file: resolve(surroundings.cwd, file) }));
}

function namedFiles({ configFiles, env }: Surroundings): readonly string[] {
  if (configFiles !== undefined && configFiles.length > 0) return configFiles;
  const named = env["TACKLE_CONFIG"];
  return named === undefined || named === "" ? [] : [named];
}

/** The project's files in the nearest folder, from the working directory upwards, that has one; else in the working directory. */
function projectCandidates(cwd: string): readonly string[] {
  return projectFilesIn(foldersUpwards(cwd).find(hasProjectFile) ?? resolve(cwd));
}

/** The working directory and all folders above it, the nearest first. */
export function foldersUpwards(cwd: string): readonly string[] {
  const folders = [resolve(cwd)];
  for (let folder = dirname(resolve(cwd)); folder !== folders.at(-1); folder = dirname(folder))
    folders.push(folder);
  return folders;
}

function projectFilesIn(folder: string): string[] {
  return PROJECT_FILES.map((name) => join(folder, name));
}

export function hasProjectFile(folder: string): boolean {
  return projectFilesIn(folder).some(isThere);
}

/** Folders above a project are often closed to us, and then hold nothing of ours: closed counts as absent. */
function isThere(path: string): boolean {
  return presenceOf(path) === "there";
}

/** The user's files. One that may not even be looked for is listed, so that reading it says so: it is not absent. */
function existingUserFiles(env: Environment): readonly string[] {
  const found = userCandidates(env).map((file) => ({ file, presence: presenceOf(file) }));
  const closed = found.find(({ presence }) => presence === "closed");
  return found
    .filter((candidate) => candidate.presence === "there" || candidate === closed)
    .map(({ file }) => file);
}

/** None for a user who has no home. */
function userCandidates(env: Environment): readonly string[] {
  const folder = configFolder(env);
  return folder === undefined ? [] : USER_FILES.map((name) => join(folder, name));
}

/** The file that an edit of this scope goes to: the first that exists, else the one to create. */
export function fileToEdit(scope: "user" | "project", { env, cwd }: Surroundings): string {
  if (scope === "project") return projectCandidates(cwd).find(isThere) ?? join(resolve(cwd), ".mcp.json");
  const folder = configFolder(env);
  if (folder === undefined) {
    throw new TackleError({
      code: "config",
      message: "There is no user configuration: HOME is not an absolute path, and this user has no home",
      hint: "Set HOME or XDG_CONFIG_HOME, or name a file with --config.",
    });
  }
  return userCandidates(env).find(isThere) ?? join(folder, "config.json");
}
