/**
 * Writes blocks of Markdown one after the other, within lists and quotations, up to a limit. Knows nothing of HTML.
 */

/** What stands before each line of the blocks within: a list item's mark on the first, spaces on the rest. */
interface Container {
  first: string;
  readonly rest: string;
}

/** Deeper ones are written at this depth: their marks before every line could make a short page endless. */
const MAX_DEPTH = 12;

export class BlockWriter {
  readonly #maxCharacters: number;
  readonly #parts: string[] = [];
  readonly #containers: Container[] = [];
  #length = 0;
  #wasListItem = false;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  get isFull(): boolean {
    return this.#length >= this.#maxCharacters;
  }

  enter(first: string, rest: string): void {
    this.#containers.push({ first, rest });
  }

  leave(): void {
    this.#containers.pop();
  }

  /** Adds a paragraph, a heading, a whole table or any other block; what is empty is left out. */
  write(text: string): void {
    const body = text.replace(/^\n+|\s+$/g, "");
    if (body === "" || this.isFull) return;
    const shown = this.#containers.slice(0, MAX_DEPTH);
    const isListItem = shown.some(({ first, rest }) => first !== rest);
    const rest = shown.map((container) => container.rest).join("");
    const first = shown.map((container) => container.first).join("");
    for (const container of shown) container.first = container.rest;
    // Items of a list follow each other closely; all else has an empty line before it.
    const gap =
      this.#parts.length === 0 ? "" : isListItem && this.#wasListItem ? "\n" : `\n${rest.trimEnd()}\n`;
    const [head = "", ...lines] = body.split("\n");
    this.#add(gap + first + head + lines.map((line) => `\n${`${rest}${line}`.trimEnd()}`).join(""));
    this.#wasListItem = shown.some(({ rest: mark }) => mark.trim() === "");
  }

  toString(): string {
    return this.#parts.join("").slice(0, this.#maxCharacters);
  }

  #add(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }
}
