/**
 * What `${…}` stands for in one file: the environment first, then `.env` beside the file; secrets and files only for
 * configuration of the user's own.
 */
import { existsSync } from "node:fs";
import { dirname, join, resolve as resolvePath } from "node:path";
import { parseEnv } from "node:util";
import { messageOf } from "../errors.ts";
import type { Environment } from "../util/paths.ts";
import type { Reference, Resolution, Resolve } from "./expand-variables.ts";
import type { SourceLocation } from "./find-sources.ts";
import { readConfigText } from "./read-file.ts";

const MAX_FILE_BYTES = 64 * 1024;

export interface Variables {
  readonly resolve: Resolve;
  /** Variables that `.env` supplied so far. */
  readonly fromEnvFile: ReadonlyMap<string, string>;
  /** Files that were read; a change of one changes the configuration. */
  readonly files: ReadonlySet<string>;
  /** Why `.env` could not be read. */
  readonly envFileProblem: string | undefined;
}

/** Secrets, once there is a store for them; the caller hands the look-up in. */
export type LookUpSecret = (name: string) => Resolution;

export function createVariables(
  source: SourceLocation,
  env: Environment,
  lookUpSecret: LookUpSecret,
): Variables {
  const isInline = source.inlineText !== undefined;
  const folder = isInline ? undefined : dirname(source.file);
  const envFile =
    folder === undefined ? { values: new Map<string, string>() } : readEnvFile(join(folder, ".env"));
  const fromEnvFile = new Map<string, string>();
  const files = new Set<string>();

  const resolve = (reference: Reference): Resolution => {
    if (reference.source === "variable") {
      const value = Object.hasOwn(env, reference.name) ? env[reference.name] : undefined;
      if (value !== undefined) return { kind: "value", value };
      const fallback = envFile.values.get(reference.name);
      if (fallback === undefined) return { kind: "missing" };
      fromEnvFile.set(reference.name, fallback);
      return { kind: "value", value: fallback };
    }
    if (source.scope === "project") {
      return { kind: "refused", reason: `a project's file may not read \${${reference.source}:…}` };
    }
    if (reference.source === "secret") return lookUpSecret(reference.name);
    const path = resolvePath(folder ?? process.cwd(), reference.name);
    files.add(path);
    return readValueFile(path);
  };
  return { resolve, fromEnvFile, files, envFileProblem: envFile.problem };
}

function readEnvFile(path: string): { values: Map<string, string>; problem?: string } {
  if (!existsSync(path)) return { values: new Map() };
  try {
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
    return { kind: "refused", reason: `${path}: ${messageOf(error)}` };
  }
}
