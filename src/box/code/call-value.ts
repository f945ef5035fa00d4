/**
 * What a tool's result is in a program: its structured content, else its text (as data where the text is JSON). Binary
 * content does not enter the sandbox: a handle stands for it, and is replaced by the content wherever the program returns it.
 */
import { randomUUID } from "node:crypto";
import type { CallResult, JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";

export class Handles {
  readonly #blocks = new Map<string, JsonObject>();

  keep(block: JsonObject): JsonObject {
    const handle = randomUUID();
    this.#blocks.set(handle, block);
    const data = block["data"];
    const bytes = typeof data === "string" ? Math.floor((data.length * 3) / 4) : 0;
    return { handle, mimeType: block["mimeType"], bytes };
  }

  /** The blocks whose handles are anywhere in a value. A program can invent handles; only those given out count. */
  in(value: unknown): readonly JsonObject[] {
    const found: JsonObject[] = [];
    const pending: unknown[] = [value];
    while (pending.length > 0) {
      const next = pending.pop();
      const block =
        isObject(next) && typeof next["handle"] === "string" ? this.#blocks.get(next["handle"]) : undefined;
      if (block !== undefined) found.push(block);
      // One by one: a list may have more items than a function may have arguments.
      else if (typeof next === "object" && next !== null)
        for (const inner of Object.values(next).toReversed()) pending.push(inner);
    }
    return found;
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
