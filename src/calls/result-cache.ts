/**
 * Results that may be used again for a while, only where the configuration says so. Kept per session where the server is,
 * so that nobody is given what another one was told. Bounded by count and size; the oldest go first.
 */
import { canonicalJson } from "../util/canonical-json.ts";
import type { JsonObject, ToolRef } from "../types.ts";
import { isObject } from "../util/is-object.ts";
import { wireTextOf } from "../util/wire-text.ts";

const MAX_ENTRIES = 1000;
const MAX_TOTAL_CHARS = 64 * 1024 * 1024;

export interface CacheQuestion {
  readonly ref: ToolRef;
  readonly arguments: JsonObject;
  /** Set where the server keeps state for each session. */
  readonly session: string | undefined;
  /** The tool's definition as it is now: a changed tool gives other answers. */
  readonly fingerprint: string;
  /** The server's definition: the same server with other credentials may give other answers, too. */
  readonly definition: object;
}

interface Entry {
  readonly answer: unknown;
  readonly size: number;
  readonly expiresAt: number;
}

export class ResultCache {
  readonly #entries = new Map<string, Entry>();
  #size = 0;

  get(question: CacheQuestion, now: number): unknown {
    const key = keyOf(question);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expiresAt > now) return entry.answer;
    this.#remove(key, entry);
    return undefined;
  }

  set(question: CacheQuestion, answer: unknown, { now, ttlMs }: { now: number; ttlMs: number }): void {
    const key = keyOf(question);
    const size = sizeOf(answer);
    if (size > MAX_TOTAL_CHARS / 8) return;
    const previous = this.#entries.get(key);
    if (previous !== undefined) this.#remove(key, previous);
    this.#entries.set(key, { answer, size, expiresAt: now + ttlMs });
    this.#size += size;
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size <= MAX_ENTRIES && this.#size <= MAX_TOTAL_CHARS) break;
      this.#remove(oldest, entry);
    }
  }

  #remove(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#size -= entry.size;
  }
}

/** In characters; a text that is kept beside its value counts, too. */
function sizeOf(answer: unknown): number {
  const text = isObject(answer) ? wireTextOf(answer) : undefined;
  return text === undefined ? JSON.stringify(answer).length : 2 * text.length;
}

function keyOf({ ref, session, fingerprint, definition, arguments: args }: CacheQuestion): string {
  return canonicalJson([ref.server, ref.tool, session ?? null, fingerprint, numberOf(definition), args]);
}

/** Definitions are told apart by identity: a changed configuration makes new ones. */
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(definition: object): number {
  const known = numbers.get(definition);
  if (known !== undefined) return known;
  lastNumber++;
  numbers.set(definition, lastNumber);
  return lastNumber;
}
