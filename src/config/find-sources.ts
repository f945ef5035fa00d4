/** Where configuration may come from (A4), highest first: environment, flags, the project's files, the user's files. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Scope } from "../types.ts";
import { configFolder, type Environment } from "../util/paths.ts";

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
  /** Read those files and nothing else. */
  readonly onlyConfigFiles?: boolean;
}

export const INLINE_VARIABLE = "TACKLE_MCP_SERVERS";
const PROJECT_FILES = [".mcp.json", "tackle.yaml", "tackle.yml", "tackle.toml", "tackle.json"];
const USER_FILES = ["config.yaml", "config.yml", "config.toml", "config.json"];

/** The sources that exist; a file named on the command line is listed even when it does not, so that its absence is said. */
export function findSources(surroundings: Surroundings): readonly SourceLocation[] {
  const { env, cwd } = surroundings;
  if (surroundings.onlyConfigFiles === true) return flagSources(surroundings);
  const inlineText = env[INLINE_VARIABLE];
  const sources: SourceLocation[] = [];
  if (inlineText !== undefined && inlineText !== "") {
    sources.push({ scope: "environment", file: INLINE_VARIABLE, inlineText });
  }
  sources.push(...flagSources(surroundings));
  for (const file of projectCandidates(cwd).filter((path) => existsSync(path)))
    sources.push({ scope: "project", file });
  for (const file of userCandidates(env).filter((path) => existsSync(path)))
    sources.push({ scope: "user", file });
  return sources.filter((source, index) => sources.findIndex(({ file }) => file === source.file) === index);
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
export function projectCandidates(cwd: string): readonly string[] {
  const here = resolve(cwd);
  for (let folder = here; ; folder = dirname(folder)) {
    const candidates = PROJECT_FILES.map((name) => join(folder, name));
    if (candidates.some((path) => existsSync(path))) return candidates;
    if (folder === dirname(folder)) return PROJECT_FILES.map((name) => join(here, name));
  }
}

export function userCandidates(env: Environment): readonly string[] {
  return USER_FILES.map((name) => join(configFolder(env), name));
}

/** The file that an edit of this scope goes to: the first that exists, else the one to create. */
export function fileToEdit(scope: "user" | "project", surroundings: Surroundings): string {
  const candidates =
    scope === "user" ? userCandidates(surroundings.env) : projectCandidates(surroundings.cwd);
  const toCreate =
    scope === "user"
      ? join(configFolder(surroundings.env), "config.json")
      : join(resolve(surroundings.cwd), ".mcp.json");
  return candidates.find((path) => existsSync(path)) ?? toCreate;
}
