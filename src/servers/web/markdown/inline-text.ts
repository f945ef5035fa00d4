/**
 * The text of one block while it is read: white space collapsed, parts wrapped in links and emphasis when they end. Parts
 * are kept in a list, so that wrapping the last of many costs nothing.
 */
export class InlineText {
  #parts: string[] = [];

  /** Where the next part will stand, for a later `wrap`. */
  get position(): number {
    return this.#parts.length;
  }

  addText(text: string): void {
    const collapsed = text.replace(/[ \t\r\n\f]+/g, " ");
    const last = this.#parts.at(-1);
    const isAtStart = last === undefined || /[ \n]$/.test(last);
    const added = isAtStart && collapsed.startsWith(" ") ? collapsed.slice(1) : collapsed;
    if (added !== "") this.#parts.push(added);
  }

  addRaw(text: string): void {
    this.#parts.push(text);
  }

  /** Replaces what came since `position` by what `change` makes of it; spaces at its ends stay outside. */
  wrap(position: number, change: (text: string) => string): void {
    const text = this.#parts.splice(position).join("");
    const inner = text.trim();
    if (inner === "") {
      if (text !== "") this.addText(" ");
      return;
    }
    if (/^\s/.test(text)) this.addText(" ");
    this.#parts.push(change(inner));
    if (/\s$/.test(text)) this.#parts.push(" ");
  }

  /** All of it, and an empty one from here on. */
  take(): string {
    const text = this.#parts.join("");
    this.#parts = [];
    return text.replace(/ *\n */g, "\n").trim();
  }
}
