/**
 * What `${…}` stands for in one file: the environment first, then `.env` beside the file; secrets and files only for
 * configuration of the user's own.
 */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve as resolvePath } from "node:path";
import { parseEnv } from "node:util";
import { messageOf } from "../errors.ts";
import type { Environment } from "../util/paths.ts";
import type { Reference, Resolution, Resolve } from "./expand-variables.ts";
import type { SourceLocation } from "./find-sources.ts";
import { readConfigText } from "./read-file.ts";
import type { See } from "./seen-files.ts";

const MAX_FILE_BYTES = 64 * 1024;

export interface Variables {
  readonly resolve: Resolve;
  /** Variables that `.env` supplied so far. */
  readonly fromEnvFile: ReadonlyMap<string, string>;
  /** Why `.env` could not be read. */
  readonly envFileProblem: string | undefined;
}

/** Secrets, once there is a store for them; the caller hands the look-up in. */
export type LookUpSecret = (name: string) => Resolution;

export interface VariableSources {
  readonly location: SourceLocation;
  readonly env: Environment;
  readonly cwd: string;
  readonly lookUpSecret: LookUpSecret;
  /** Called before a file is read; a change of one changes the configuration. */
  readonly see: See;
}

export function createVariables({ location, env, cwd, lookUpSecret, see }: VariableSources): Variables {
  const folder = location.inlineText === undefined ? dirname(location.file) : undefined;
  const envFile =
    folder === undefined
      ? NO_ENV_FILE
      : readEnvFile(join(folder, ".env"), { see, mayLeaveFolder: location.scope !== "project" });
  const fromEnvFile = new Map<string, string>();

  const resolve = (reference: Reference): Resolution => {
    if (reference.source === "variable") {
      const value = Object.hasOwn(env, reference.name) ? env[reference.name] : undefined;
      if (value !== undefined) return { kind: "value", value };
      const fallback = envFile.values.get(reference.name);
      if (fallback === undefined) return { kind: "missing" };
      fromEnvFile.set(reference.name, fallback);
      return { kind: "value", value: fallback };
    }
    if (location.scope === "project") {
      const reason = `a project's file may not read \${${reference.source}:…}`;
      return { kind: "refused", reason, fix: "Write ${VAR}, and set that variable." };
    }
    if (reference.source === "secret") return lookUpSecret(reference.name);
    const path = resolvePath(folder ?? cwd, reference.name);
    see(path);
    return readValueFile(path);
  };
  return { resolve, fromEnvFile, envFileProblem: envFile.problem };
}

interface EnvFile {
  readonly values: ReadonlyMap<string, string>;
  readonly problem?: string;
}

const NO_ENV_FILE: EnvFile = { values: new Map() };

interface EnvFileRules {
  readonly see: See;
  /** A link in a project's folder could make any file of the user's a source of variables. */
  readonly mayLeaveFolder: boolean;
}

function readEnvFile(path: string, { see, mayLeaveFolder }: EnvFileRules): EnvFile {
  see(path);
  if (!existsSync(path)) return NO_ENV_FILE;
  try {
    if (!mayLeaveFolder && dirname(realpathSync(path)) !== realpathSync(dirname(path))) {
      return {
        values: new Map(),
        problem: `${path} was not read: it is a link that leaves the project's folder`,
      };
    }
    const values = Object.entries(parseEnv(readConfigText(path)));
    return {
      values: new Map(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    };
  } catch (error) {
    return { values: new Map(), problem: `${path} was not read: ${messageOf(error)}` };
  }
}

/** A file that holds one value; the newline that editors add at its end is no part of it. */
function readValueFile(path: string): Resolution {
  try {
    return { kind: "value", value: readConfigText(path, MAX_FILE_BYTES).replace(/\r?\n$/, "") };
  } catch (error) {
    const fix = "Correct the path, or make it a small text file that this user may read.";
    return { kind: "refused", reason: `${path}: ${messageOf(error)}`, fix };
  }
}
