/** A page → Markdown: what a reader would see, with absolute links, in bounded time and memory. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { Parser } from "htmlparser2";
import { PageReader, TooDeep } from "./page-reader.ts";

export interface MarkdownPage {
  readonly title: string;
  readonly markdown: string;
  /** Elements whose text the page hides from its readers. */
  readonly hiddenElements: number;
  /** Whether the rest was given up: too long, or nested too deeply. */
  readonly isCut: boolean;
}

/** So much is read in one go; then others have their turn. */
const SLICE = 64 * 1024;
const MAX_CHARACTERS = 2_000_000;

export async function pageToMarkdown(
  html: string,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<MarkdownPage> {
  const reader = new PageReader({ base: url, maxCharacters: MAX_CHARACTERS });
  const isCut = await read(html, { reader, signal });
  const markdown = reader.end();
  return { title: reader.title, markdown, hiddenElements: reader.hiddenElements, isCut };
}

/** Whether it stopped before the end. */
async function read(
  html: string,
  { reader, signal }: { reader: PageReader; signal: AbortSignal },
): Promise<boolean> {
  const parser = createParser(reader);
  try {
    for (let at = 0; at < html.length; at += SLICE) {
      signal.throwIfAborted();
      parser.write(html.slice(at, at + SLICE));
      if (reader.isFull) return true;
      await nextTurn();
    }
    parser.end();
    return false;
  } catch (error) {
    if (error instanceof TooDeep) return true;
    throw error;
  }
}

function createParser(reader: PageReader): Parser {
  let attributes = new Map<string, string>();
  return new Parser(
    {
      // Collected here and not in the parser's object, where `__proto__` would be a name like no other.
      onattribute: (name, value) => void (attributes.has(name) || attributes.set(name, value)),
      onopentag: (name) => {
        const own = attributes;
        attributes = new Map();
        reader.openTag(name, own);
      },
      ontext: (text) => reader.addText(text),
      onclosetag: (name) => reader.closeTag(name),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
}
