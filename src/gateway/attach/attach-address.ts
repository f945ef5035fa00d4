/**
 * Where the gateways of this user listen for programs that want to share them: a socket for each configuration, in a folder
 * that no other user can enter, or on Windows a named pipe whose name no other user can guess. Neither side ever uses a
 * place that somebody else could have prepared.
 */
import { createHash, randomUUID } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ConfigIdentity } from "../../config/config-identity.ts";
import { systemCodeOf, TackleError } from "../../errors.ts";
import { canonicalJson } from "../../util/canonical-json.ts";
import { stateFolder, type Environment } from "../../util/paths.ts";
import { whyNotPrivate } from "../../util/private-folder.ts";
import { privateTemporaryFolder } from "../../util/private-temporary-folder.ts";

/** What two processes must have in common to share one gateway. */
export interface AttachSubject {
  readonly identity: ConfigIdentity;
  /** The project whose files are offered where nothing is configured. */
  readonly defaultProject: string | undefined;
  readonly trustProject: boolean;
  readonly version: string;
}

export interface AttachPlace {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly key: string;
}

/** macOS has room for 104 bytes, with the one that ends the name; Linux for four more. */
const MOST_SOCKET_PATH_BYTES = 103;

/** A name for what decides the configuration. It tells nothing of it: the text of a variable may hold secrets. */
export function attachKey(
  { identity, defaultProject, trustProject, version }: AttachSubject,
  env: Environment,
): string {
  const [major = ""] = version.split(".");
  const { inline, named, project, skills, user, isStrict } = identity;
  const parts = [stateFolder(env), inline ?? null, named, project ?? null, skills ?? null, user ?? null];
  return hash(canonicalJson([...parts, defaultProject ?? null, isStrict, trustProject, major]) ?? "");
}

/** The address for a gateway; creates what is missing for it. Throws a `TackleError` where it would not be private. */
export function addressToListen({ env, platform, key }: AttachPlace): string {
  const folder = attachFolder(env);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const mode = lstatSync(folder);
  if (mode.isDirectory() && mode.uid === process.getuid?.()) chmodSync(folder, 0o700);
  refuseUnlessPrivate(folder);
  if (platform === "win32") return pipeName(key, createSecret(folder));
  return socketPath(folder, key);
}

/** The address at which a gateway would be found; undefined where none can have listened. */
export function addressToConnect({ env, platform, key }: AttachPlace): string | undefined {
  const folder = attachFolder(env);
  try {
    refuseUnlessPrivate(folder);
    return platform === "win32" ? pipeName(key, readSecret(folder)) : socketPath(folder, key);
  } catch (error) {
    if (error instanceof TackleError || systemCodeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function attachFolder(env: Environment): string {
  return join(stateFolder(env), "attach");
}

function socketPath(folder: string, key: string): string {
  const path = join(folder, `${key}.sock`);
  if (fits(path)) return path;
  const shorter = join(privateTemporaryFolder(), `${key}.sock`);
  if (fits(shorter)) return shorter;
  throw new TackleError({
    code: "config",
    message: `The path of the socket, ${shorter}, is longer than ${MOST_SOCKET_PATH_BYTES} bytes`,
    hint: "Set TMPDIR or XDG_STATE_HOME to a folder with a shorter path.",
  });
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= MOST_SOCKET_PATH_BYTES;
}

/** Every user may create a pipe of any name before its owner does, so the name has to be a secret. */
function pipeName(key: string, secret: string): string {
  return `\\\\.\\pipe\\tacklebox-${hash(`${key} ${secret}`)}`;
}

function createSecret(folder: string): string {
  try {
    writeFileSync(secretFile(folder), randomUUID(), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (systemCodeOf(error) !== "EEXIST") throw error;
  }
  return readSecret(folder);
}

function readSecret(folder: string): string {
  return readFileSync(secretFile(folder), "utf8");
}

function secretFile(folder: string): string {
  return join(folder, "pipe-secret");
}

function refuseUnlessPrivate(folder: string): void {
  const problem = whyNotPrivate(folder);
  if (problem === undefined) return;
  throw new TackleError({
    code: "permission",
    message: `The folder ${folder} ${problem}`,
    hint: "Remove it; it is created again.",
  });
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}
