/** What a token of the gateway looks like, and what may be kept of it. Only its hash is ever stored. */
import { createHash, randomBytes } from "node:crypto";

export interface NewToken {
  /** Names the token in lists and records; no secret. */
  readonly id: string;
  /** The token itself: shown once, then known to nobody but its owner. */
  readonly text: string;
  readonly hash: string;
}

const SECRET_BYTES = 32;
const ID_BYTES = 6;
const FORM = /^tbx_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

export function newToken(): NewToken {
  const id = randomBytes(ID_BYTES).toString("hex");
  const text = `tbx_${id}_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  return { id, text, hash: hashToken(text) };
}

/** A plain hash is enough: what it hides has 256 random bits, and cannot be guessed. */
export function hashToken(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The id in a token; undefined for anything that is no token of ours. */
export function tokenId(text: string): string | undefined {
  return FORM.exec(text)?.[1];
}

export function isTokenId(text: string): boolean {
  return /^[0-9a-f]{12}$/.test(text);
}
