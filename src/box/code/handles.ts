/**
 * Binary content of a run. It does not enter the sandbox: a handle stands for it, which the program may return, or give to
 * another tool as an argument. Only handles that were given out in the same run count; a program can invent others.
 */
import { randomUUID } from "node:crypto";
import { TackleError } from "../../errors.ts";
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";

/** All binary content of one run together: it waits in our memory, and may be returned. */
const MOST_BYTES = 32 * 1024 * 1024;
/** What handles may add to the arguments of one call: a few letters stand for much, and can be written often. */
const MOST_PASSED = 16 * 1024 * 1024;
/** Nested more deeply than any tool takes its arguments. */
const DEEPEST = 200;

export class Handles {
  readonly #blocks = new Map<string, JsonObject>();
  #bytes = 0;

  /** Throws when a program has fetched more than is kept for it. */
  keep(block: JsonObject): JsonObject {
    const handle = handleOf(block);
    this.#bytes += handle.bytes;
    if (this.#bytes > MOST_BYTES)
      throw tooMuch(
        `The program has fetched more than ${MOST_BYTES} bytes of images and other binary content`,
      );
    this.#blocks.set(handle.handle, block);
    return { ...handle };
  }

  /** The blocks whose handles are anywhere in a value, each once. */
  in(value: unknown): readonly JsonObject[] {
    const found = new Set<JsonObject>();
    const pending: unknown[] = [value];
    while (pending.length > 0) {
      const next = pending.pop();
      const block = this.#blockOf(next);
      if (block !== undefined) found.add(block);
      // One by one: a list may have more items than a function may have arguments.
      else if (typeof next === "object" && next !== null)
        for (const inner of Object.values(next).toReversed()) pending.push(inner);
    }
    return [...found];
  }

  /** Arguments with the content in the place of each handle, as text in base64, which is how tools take it. */
  unwrap(args: JsonObject): JsonObject {
    if (this.#blocks.size === 0) return args;
    let left = MOST_PASSED;
    const walk = (value: unknown, depth: number): unknown => {
      const block = this.#blockOf(value);
      if (block !== undefined) {
        const { base64 } = binaryOf(block);
        left -= base64.length;
        if (left < 0)
          throw tooMuch(`The handles in these arguments stand for more than ${MOST_PASSED} bytes`);
        return base64;
      }
      if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
      if (Array.isArray(value)) return value.map((inner) => walk(inner, depth + 1));
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, depth + 1)]));
    };
    // What is called with a handle alone was given no arguments.
    return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, walk(value, 0)]));
  }

  #blockOf(value: unknown): JsonObject | undefined {
    return isObject(value) && typeof value["handle"] === "string"
      ? this.#blocks.get(value["handle"])
      : undefined;
  }
}

/** Images, sounds, and embedded resources that are no text. */
export function isBinary({ type, resource }: JsonObject): boolean {
  if (type === "image" || type === "audio") return true;
  return type === "resource" && isObject(resource) && typeof resource["blob"] === "string";
}

export interface Handle {
  readonly handle: string;
  readonly mimeType?: string;
  readonly bytes: number;
}

/** What a program sees of binary content. */
export function handleOf(block: JsonObject): Handle {
  const { base64, mimeType } = binaryOf(block);
  const type = typeof mimeType === "string" ? { mimeType } : undefined;
  return { handle: randomUUID(), ...type, bytes: Buffer.byteLength(base64, "base64") };
}

function binaryOf({ data, mimeType, resource }: JsonObject): { base64: string; mimeType: unknown } {
  if (isObject(resource)) return binaryOf({ data: resource["blob"], mimeType: resource["mimeType"] });
  return { base64: typeof data === "string" ? data : "", mimeType };
}

function tooMuch(message: string): TackleError {
  return new TackleError({ code: "execution", message, hint: "Fetch or pass on less in one program." });
}
