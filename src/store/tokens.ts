/**
 * The gateway's tokens: a small file of its own that holds hashes, never a token. It is changed under a lock, so that two
 * terminals lose nothing, and read by a running gateway whenever it is another.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf, TackleError } from "../errors.ts";
import { atomicWrite } from "../util/atomic-write.ts";
import { withFileLock } from "../util/file-lock.ts";
import { isObject } from "../util/is-object.ts";
import { stateFolder, type Environment } from "../util/paths.ts";

export interface StoredToken {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the token, as hex. */
  readonly hash: string;
  /** Undefined means every profile, and all that belongs to none. */
  readonly profiles: readonly string[] | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch; undefined means never. */
  readonly expiresAt: number | undefined;
  /** Requests a minute; undefined means as many as any client. */
  readonly rate: number | undefined;
}

export function readTokens(env: Environment): readonly StoredToken[] {
  const path = tokensFile(env);
  if (!existsSync(path)) return [];
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (!Array.isArray(content)) throw new TypeError("it does not hold a list");
    return content.map(asToken);
  } catch (error) {
    // Tokens that cannot be read must open nothing, and must not be lost by the next change either.
    throw new TackleError({
      code: "config",
      message: `${path} cannot be read: ${messageOf(error)}`,
      hint: "Repair the file, or remove it and create new tokens: tackle token create NAME",
      cause: error,
    });
  }
}

export async function addToken(env: Environment, token: StoredToken): Promise<void> {
  await update(env, (known) => [...known, token]);
}

/** Takes back the tokens that `pick` chooses among those there are, and gives them. What it throws stops everything. */
export async function revokeTokens(
  env: Environment,
  pick: (known: readonly StoredToken[]) => readonly StoredToken[],
): Promise<readonly StoredToken[]> {
  let revoked: readonly StoredToken[] = [];
  await update(env, (known) => {
    revoked = pick(known);
    const ids = new Set(revoked.map(({ id }) => id));
    return known.filter(({ id }) => !ids.has(id));
  });
  return revoked;
}

export function tokensFile(env: Environment): string {
  return join(stateFolder(env), "tokens.json");
}

async function update(
  env: Environment,
  change: (known: readonly StoredToken[]) => readonly StoredToken[],
): Promise<void> {
  await withFileLock(join(stateFolder(env), "tokens.lock"), {}, async () => {
    const text = `${JSON.stringify(change(readTokens(env)), undefined, 2)}\n`;
    await atomicWrite(tokensFile(env), text, { createParents: true, mode: 0o600 });
  });
}

/** A limit that cannot be understood must not become no limit, so an entry is right as a whole or the file is wrong. */
function asToken(value: unknown): StoredToken {
  if (!isObject(value)) throw new TypeError("an entry is no object");
  const { id, name, hash, profiles, createdAt, expiresAt, rate } = value;
  const isSound =
    typeof id === "string" &&
    typeof name === "string" &&
    typeof hash === "string" &&
    typeof createdAt === "number" &&
    (expiresAt === undefined || typeof expiresAt === "number") &&
    (rate === undefined || (typeof rate === "number" && rate >= 1)) &&
    (profiles === undefined || (Array.isArray(profiles) && profiles.every((one) => typeof one === "string")));
  if (!isSound) throw new TypeError("an entry is not as it was written");
  return { id, name, hash, profiles, createdAt, expiresAt, rate };
}
