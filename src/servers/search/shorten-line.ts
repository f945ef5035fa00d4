/** A line that was found, cut to at most a few hundred characters with its match in them. */
export interface FoundLine {
  readonly number: number;
  readonly text: string;
  /** Where the match begins; undefined for a line of context. */
  readonly column: number | undefined;
}

const MAX_CHARACTERS = 500;
const BEFORE_MATCH = 100;

export function shortenLine(line: FoundLine): FoundLine {
  const { text, column = 0 } = line;
  if (text.length <= MAX_CHARACTERS) return { ...line, text: text.toWellFormed() };
  const start = Math.max(0, Math.min(column - BEFORE_MATCH, text.length - MAX_CHARACTERS));
  const end = start + MAX_CHARACTERS;
  const before = start > 0 ? `[${start} characters] …` : "";
  const after = end < text.length ? `… [${text.length - end} more characters]` : "";
  // A cut may have split a character.
  return { ...line, text: `${before}${text.slice(start, end)}${after}`.toWellFormed() };
}
