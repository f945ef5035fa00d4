/**
 * Follows the tags of a page and writes what a reader would see. Keeps no tree: memory grows with the text alone, and
 * neither depth nor disorder of the tags can harm it.
 */
import { BlockWriter } from "./block-writer.ts";
import { asLabel, codeBlock, codeSpan } from "./code-and-labels.ts";
import { BLOCKS, REMOVED } from "./element-kinds.ts";
import { isHidden } from "./hidden-element.ts";
import { InlineText } from "./inline-text.ts";
import { linkTarget } from "./link-target.ts";
import { tableText } from "./table-text.ts";

export class TooDeep extends Error {}

/** The parser looks through all open elements whenever one ends. */
const MAX_OPEN_ELEMENTS = 500;

interface OpenElement {
  readonly name: string;
  /** Where its text began, if it is written differently from the rest. */
  readonly position: number;
  readonly close: (() => void) | undefined;
}

export class PageReader {
  readonly #blocks: BlockWriter;
  readonly #text = new InlineText();
  readonly #open: OpenElement[] = [];
  readonly #lists: { next: number | undefined }[] = [];
  #base: string;
  #title: string | undefined;
  #isInHead = false;
  /** Set while everything is left out: how many elements were open when that began, and why. */
  #removal: { readonly depth: number; readonly isHidden: boolean; hasText: boolean } | undefined;
  /** The text of `pre` and `code`, in which white space counts. */
  #verbatim: { text: string; readonly depth: number; language: string } | undefined;
  #table: { rows: string[][]; depth: number } | undefined;
  #hiddenElements = 0;

  constructor({ base, maxCharacters }: { base: string; maxCharacters: number }) {
    this.#base = base;
    this.#blocks = new BlockWriter(maxCharacters);
  }

  get isFull(): boolean {
    return this.#blocks.isFull;
  }

  get title(): string {
    return (this.#title ?? "").replace(/\s+/g, " ").trim();
  }

  /** Elements with text that the page hides from its readers; their text is left out. */
  get hiddenElements(): number {
    return this.#hiddenElements;
  }

  openTag(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.#open.length >= MAX_OPEN_ELEMENTS) throw new TooDeep();
    const close = this.#removal === undefined ? this.#enter(name, attributes) : undefined;
    this.#open.push({ name, position: this.#text.position, close });
  }

  closeTag(name: string): void {
    const element = this.#open.pop();
    element?.close?.();
    if (this.#removal?.depth === this.#open.length) this.#endRemoval();
    if (name === "head") this.#isInHead = false;
  }

  addText(text: string): void {
    if (this.#removal !== undefined) {
      if (text.trim() !== "") this.#removal.hasText = true;
      return;
    }
    if (this.#open.at(-1)?.name === "title" && (this.#title === undefined || this.#isInHead)) {
      this.#title = `${this.#title ?? ""}${text}`.slice(0, 1_000);
    } else if (this.#isInHead) return;
    else if (this.#verbatim !== undefined) this.#verbatim.text += text;
    else this.#text.addText(text);
  }

  end(): string {
    while (this.#open.length > 0) this.closeTag("");
    this.#flush();
    return this.#blocks.toString();
  }

  /** Does what the tag asks for; returns what is to be done when it is closed. */
  #enter(name: string, attributes: ReadonlyMap<string, string>): (() => void) | undefined {
    if (REMOVED.has(name) || isHidden(attributes)) {
      this.#removal = { depth: this.#open.length, isHidden: !REMOVED.has(name), hasText: false };
      return undefined;
    }
    if (name === "head") this.#isInHead = true;
    if (name === "body") this.#isInHead = false;
    if (name === "base") this.#base = linkTarget(attributes.get("href"), this.#base) ?? this.#base;
    if (this.#isInHead || this.#verbatim !== undefined) return undefined;
    if (BLOCKS.has(name)) return this.#enterBlock(name, attributes);
    return this.#enterInline(name, attributes);
  }

  #enterBlock(name: string, attributes: ReadonlyMap<string, string>): (() => void) | undefined {
    if (this.#table !== undefined) return this.#enterTablePart(name);
    this.#flush();
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined) return () => this.#writeHeading(Number(level));
    switch (name) {
      case "hr":
        this.#blocks.write("---");
        return undefined;
      case "pre":
        this.#verbatim = { text: "", depth: this.#open.length, language: languageOf(attributes) };
        return () => this.#writeVerbatimBlock();
      case "table":
        this.#table = { rows: [], depth: this.#open.length };
        return () => this.#writeTable();
      case "ul":
      case "menu":
        return this.#enterList(undefined);
      case "ol":
        return this.#enterList(startOf(attributes));
      case "li":
        return this.#enterContainer(this.#nextMark());
      case "dd":
        return this.#enterContainer("  ");
      case "blockquote":
        return this.#enterContainer("> ");
      default:
        return () => this.#flush();
    }
  }

  #enterList(first: number | undefined): () => void {
    this.#lists.push({ next: first });
    return () => {
      this.#flush();
      this.#lists.pop();
    };
  }

  #enterContainer(first: string): () => void {
    this.#blocks.enter(first, first === "> " ? first : " ".repeat(first.length));
    return () => {
      this.#flush();
      this.#blocks.leave();
    };
  }

  #nextMark(): string {
    const list = this.#lists.at(-1);
    if (list?.next === undefined) return "- ";
    list.next += 1;
    return `${list.next - 1}. `;
  }

  /** Within a table, blocks are no more than spaces in a cell; a table in a table is part of the cell. */
  #enterTablePart(name: string): (() => void) | undefined {
    const table = this.#table;
    if (table === undefined || this.#isInInnerTable()) {
      this.#text.addText(" ");
      return undefined;
    }
    if (name === "tr") table.rows.push([]);
    else if (name === "td" || name === "th") {
      this.#text.take();
      return () => void (table.rows.at(-1) ?? newRow(table.rows)).push(this.#text.take());
    } else this.#text.addText(" ");
    return undefined;
  }

  #isInInnerTable(): boolean {
    return this.#open.some(({ name }, depth) => name === "table" && depth > (this.#table?.depth ?? 0));
  }

  #enterInline(name: string, attributes: ReadonlyMap<string, string>): (() => void) | undefined {
    const start = this.#text.position;
    const wrap = (change: (text: string) => string): (() => void) => {
      // A block in between has taken the text before; what is left is wrapped.
      return () => this.#text.wrap(Math.min(start, this.#text.position), change);
    };
    switch (name) {
      case "a": {
        const target = linkTarget(attributes.get("href"), this.#base);
        return target === undefined ? undefined : wrap((text) => `[${asLabel(text)}](${target})`);
      }
      case "b":
      case "strong":
        return wrap((text) => `**${text}**`);
      case "i":
      case "em":
        return wrap((text) => `*${text}*`);
      case "s":
      case "del":
        return wrap((text) => `~~${text}~~`);
      case "code":
      case "kbd":
      case "samp":
        this.#verbatim = { text: "", depth: this.#open.length, language: "" };
        return () => this.#writeCode();
      case "br":
        this.#text.addRaw("\n");
        return undefined;
      case "img":
        this.#writeImage(attributes);
        return undefined;
      default:
        return undefined;
    }
  }

  /** As a link and not as an image, which a viewer would load by itself: its address can tell somebody who reads. */
  #writeImage(attributes: ReadonlyMap<string, string>): void {
    const label = (attributes.get("alt") ?? "").replace(/\s+/g, " ").trim().slice(0, 300);
    if (label === "") return;
    const target = linkTarget(attributes.get("src"), this.#base);
    const isInLink = this.#open.some(({ name }) => name === "a");
    const text = `image: ${asLabel(label)}`;
    this.#text.addRaw(target === undefined || isInLink ? `(${text})` : `[${text}](${target})`);
  }

  #writeHeading(level: number): void {
    const text = this.#text.take().replaceAll("\n", " ");
    if (text !== "") this.#blocks.write(`${"#".repeat(level)} ${text}`);
  }

  #writeCode(): void {
    const text = (this.#verbatim?.text ?? "").replace(/\s+/g, " ").trim();
    this.#verbatim = undefined;
    if (text !== "") this.#text.addRaw(codeSpan(text));
  }

  #writeVerbatimBlock(): void {
    const { text = "", language = "" } = this.#verbatim ?? {};
    this.#verbatim = undefined;
    const body = text.replace(/\r\n?/g, "\n").replace(/^\n|\s+$/g, "");
    if (body !== "") this.#blocks.write(codeBlock(body, language));
  }

  #writeTable(): void {
    const { rows = [] } = this.#table ?? {};
    this.#table = undefined;
    this.#flush();
    this.#blocks.write(tableText(rows));
  }

  #flush(): void {
    if (this.#table === undefined) this.#blocks.write(this.#text.take());
  }

  #endRemoval(): void {
    if (this.#removal?.isHidden === true && this.#removal.hasText) this.#hiddenElements += 1;
    this.#removal = undefined;
  }
}

function newRow(rows: string[][]): string[] {
  const row: string[] = [];
  rows.push(row);
  return row;
}

function languageOf(attributes: ReadonlyMap<string, string>): string {
  return /(?:^|\s)lang(?:uage)?-([\w+#-]{1,20})(?:\s|$)/.exec(attributes.get("class") ?? "")?.[1] ?? "";
}

function startOf(attributes: ReadonlyMap<string, string>): number {
  const start = Number(attributes.get("start") ?? 1);
  return Number.isSafeInteger(start) && start >= 0 && start < 1_000_000 ? start : 1;
}
