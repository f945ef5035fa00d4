/**
 * How long a list may be used before it is asked for again, and by whom, as a server of the modern era says with it. It is no
 * part of the list: a list that came with another hint is the same list.
 */
import type { CacheHint, JsonObject } from "../../types.ts";

/** By the list itself. What is remembered of a server has none. */
const hints = new WeakMap<readonly unknown[], CacheHint>();

export function noteHint(list: readonly unknown[], hint: CacheHint | undefined): void {
  if (hint !== undefined) hints.set(list, hint);
}

export function hintOf(list: readonly unknown[]): CacheHint | undefined {
  return hints.get(list);
}

/** Undefined for a result that does not say it, or not in the words of the protocol. */
export function readHint({ ttlMs, cacheScope }: JsonObject): CacheHint | undefined {
  if (typeof ttlMs !== "number" || !Number.isSafeInteger(ttlMs) || ttlMs < 0) return undefined;
  return { ttlMs, cacheScope: cacheScope === "public" ? "public" : "private" };
}

/** What holds for all of these together: the shortest time, the narrowest scope; undefined when one says nothing. */
export function commonHint(all: readonly (CacheHint | undefined)[]): CacheHint | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  let common: CacheHint = first;
  for (const hint of all) {
    if (hint === undefined) return undefined;
    common = {
      ttlMs: Math.min(common.ttlMs, hint.ttlMs),
      cacheScope: common.cacheScope === "public" ? hint.cacheScope : "private",
    };
  }
  return common;
}
