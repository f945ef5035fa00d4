/**
 * Whether whoever shows a token may come in, and how far. Nothing but the Authorization header counts, and a token that is
 * not in order is refused everywhere, also where none is asked for: a client that shows one relies on it.
 */
import { timingSafeEqual } from "node:crypto";
import { hashToken, tokenId } from "./token-text.ts";

export interface KnownToken {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the token, as hex. */
  readonly hash: string;
  /** The profiles that it opens; undefined means everything. */
  readonly profiles: readonly string[] | undefined;
  /** Milliseconds since the epoch; undefined means never. */
  readonly expiresAt: number | undefined;
  /** Requests a minute; undefined means as many as any client. */
  readonly rate: number | undefined;
}

/** What a caller wants to use. */
export type TokenScope =
  | { readonly kind: "profile"; readonly profile: string }
  /** What no profile limits. */
  | { readonly kind: "everything" }
  /** What every token opens. */
  | { readonly kind: "anything" };

export type TokenVerdict =
  | {
      readonly kind: "admitted";
      readonly principal: string | undefined;
      /** Requests a minute, where the token has a limit of its own. */
      readonly rate: number | undefined;
    }
  | { readonly kind: "unknown" | "forbidden"; readonly reason: string };

export interface TokenRules {
  readonly scope: TokenScope;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether a caller without a token is turned away. */
  readonly isRequired: boolean;
}

export function checkToken(
  authorization: string | undefined,
  known: (id: string) => KnownToken | undefined,
  { scope, now, isRequired }: TokenRules,
): TokenVerdict {
  if (authorization === undefined)
    return isRequired ? unknown("A token is needed: Authorization: Bearer …") : NOBODY;
  const presented = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "";
  const id = tokenId(presented);
  const token = id === undefined ? undefined : known(id);
  // Compared also where there is nothing to compare with, so that the time tells nothing.
  const isRight = isSameHash(hashToken(presented), token?.hash ?? NO_HASH);
  if (token === undefined || !isRight || isExpired(token, now)) return unknown(NOT_IN_ORDER);
  if (!opens(token, scope)) return { kind: "forbidden", reason: "The token is for other profiles" };
  return { kind: "admitted", principal: principalOf(token), rate: token.rate };
}

/** Names one token and no other, and tells a person which; two tokens may have the same name. */
export function principalOf({ name, id }: Pick<KnownToken, "name" | "id">): string {
  return `${name}:${id}`;
}

/** Whether the token that somebody was admitted with would still be good. */
export function isStillGood(
  principal: string,
  known: (id: string) => KnownToken | undefined,
  now: number,
): boolean {
  const token = known(principal.slice(principal.lastIndexOf(":") + 1));
  return token !== undefined && !isExpired(token, now);
}

export function isExpired({ expiresAt }: Pick<KnownToken, "expiresAt">, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

const NOBODY: TokenVerdict = { kind: "admitted", principal: undefined, rate: undefined };
const NO_HASH = "0".repeat(64);
/** The same words for every reason: which one it is, is nobody's business who has no token. */
const NOT_IN_ORDER = "The token is unknown, revoked or expired";

function unknown(reason: string): TokenVerdict {
  return { kind: "unknown", reason };
}

function opens({ profiles }: KnownToken, scope: TokenScope): boolean {
  if (profiles === undefined || scope.kind === "anything") return true;
  return scope.kind === "profile" && profiles.includes(scope.profile);
}

function isSameHash(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
