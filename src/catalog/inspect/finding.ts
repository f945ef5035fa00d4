/** What was found in a text from a server. A finding informs; whether anything is held back is decided elsewhere. */
import { cutText, toTerminalText } from "../../util/terminal-text.ts";

export interface TextFinding {
  readonly kind: "hidden-text" | "terminal-escape" | "instruction" | "cross-reference";
  /** Which sign it was, such as `unicode-tags`. */
  readonly rule: string;
  /** The place in the definition, such as `inputSchema.properties.path.description`. Safe to show. */
  readonly where: string;
  /** The passage, with everything invisible made visible. Safe to show. */
  readonly excerpt: string;
  readonly confidence: Confidence;
}

/** `low`: worth a look. `medium`: unusual in an honest text. `high`: hardly explained otherwise. */
export type Confidence = "low" | "medium" | "high";

/** A finding in a text, before it is said where the text stands: most texts have none, and places are dear to write. */
export type UnplacedFinding = Omit<TextFinding, "where">;

const CONTEXT_CHARS = 40;
const MAX_EXCERPT_CHARS = 240;

/** The passage from `start` to `end` with a little of what surrounds it. */
export function excerptAround(text: string, start: number, end: number): string {
  const from = Math.max(0, start - CONTEXT_CHARS);
  const to = Math.min(text.length, end + CONTEXT_CHARS);
  const passage = showSafely(text.slice(from, Math.min(to, from + MAX_EXCERPT_CHARS)));
  return `${from > 0 ? "…" : ""}${passage}${to < text.length ? "…" : ""}`;
}

/** Any text in one line, cut, and with nothing in it that a terminal would act on. */
export function showSafely(text: string): string {
  return cutText(makeVisible(text.slice(0, 4 * MAX_EXCERPT_CHARS)), MAX_EXCERPT_CHARS);
}

/** Any text in one line; escape sequences are shown, not dropped, so that a text with them never looks like one without. */
export function makeVisible(text: string): string {
  const shown = text.replace(/(?![\t\n\r])\p{Cc}/gu, (control) => {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return `<U+${code}>`;
  });
  return toTerminalText(shown);
}
