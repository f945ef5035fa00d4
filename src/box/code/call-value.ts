/**
 * What a tool's result is in a program: its structured content, else its text (as data where the text is JSON). Binary
 * content does not enter the sandbox: a handle stands for it, and is replaced by the content wherever the program returns it.
 */
import { randomUUID } from "node:crypto";
import { TackleError } from "../../errors.ts";
import type { CallResult, JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";

/** All binary content of one run together: it waits in our memory, and may be returned. */
const MOST_BYTES = 32 * 1024 * 1024;

export class Handles {
  readonly #blocks = new Map<string, JsonObject>();
  #bytes = 0;

  /** Throws when a program has fetched more than is kept for it. */
  keep(block: JsonObject): JsonObject {
    const handle = randomUUID();
    const data = block["data"];
    const bytes = typeof data === "string" ? Math.floor((data.length * 3) / 4) : 0;
    this.#bytes += bytes;
    if (this.#bytes > MOST_BYTES) {
      const message = `The program has fetched more than ${MOST_BYTES} bytes of images and other binary content`;
      throw new TackleError({ code: "execution", message, hint: "Fetch less in one program." });
    }
    this.#blocks.set(handle, block);
    return { handle, mimeType: block["mimeType"], bytes };
  }

  /** The blocks whose handles are anywhere in a value, each once. A program can invent handles; those given out count. */
  in(value: unknown): readonly JsonObject[] {
    const found = new Set<JsonObject>();
    const pending: unknown[] = [value];
    while (pending.length > 0) {
      const next = pending.pop();
      const block =
        isObject(next) && typeof next["handle"] === "string" ? this.#blocks.get(next["handle"]) : undefined;
      if (block !== undefined) found.add(block);
      // One by one: a list may have more items than a function may have arguments.
      else if (typeof next === "object" && next !== null)
        for (const inner of Object.values(next).toReversed()) pending.push(inner);
    }
    return [...found];
  }
}

const BINARY: ReadonlySet<unknown> = new Set(["image", "audio"]);

export function valueOf({ data, content, output }: CallResult, handles: Handles): unknown {
  const binary = content.filter(({ type }) => BINARY.has(type)).map((block) => handles.keep(block));
  if (data !== undefined) return data;
  if (binary.length === 0) return asData(output);
  const texts = content.flatMap(({ type, text }) =>
    type === "text" && typeof text === "string" ? [text] : [],
  );
  const [only] = binary;
  if (texts.length === 0) return binary.length === 1 ? only : binary;
  return { text: texts.join("\n"), content: binary };
}

/** A text that is an object or a list as JSON is meant as one. */
function asData(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
