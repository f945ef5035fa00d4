/** A range of lines of a text, as they stand there: with their own line ends, and without more than a reader can take. */
export interface LineRange {
  /** Counted from 1; both are included. */
  readonly first: number;
  readonly last: number;
}

export interface Lines {
  readonly text: string;
  readonly first: number;
  /** The last one that is in the text; one less than `first` where there is none. */
  readonly last: number;
  readonly total: number;
  /** Set when the text was cut: the line to go on with. */
  readonly next: number | undefined;
}

const MAX_CHARACTERS = 1_000_000;

/** A line longer than the limit is cut too; its rest can be read by bytes. */
export function linesOf(text: string, { first, last }: LineRange): Lines {
  const starts = startsOf(text);
  const total = starts.length;
  const from = starts[first - 1] ?? text.length;
  const to = starts[last] ?? text.length;
  if (to - from <= MAX_CHARACTERS) {
    return {
      text: text.slice(from, to),
      first,
      last: Math.max(first - 1, Math.min(last, total)),
      total,
      next: undefined,
    };
  }
  const fitting = starts.findLastIndex((start) => start > from && start <= from + MAX_CHARACTERS);
  const end = starts[fitting] ?? from + MAX_CHARACTERS;
  const lastShown = fitting === -1 ? first : fitting;
  return { text: text.slice(from, end), first, last: lastShown, total, next: lastShown + 1 };
}

/** Where each line begins; a line break at the end of a text begins no line. */
function startsOf(text: string): number[] {
  const starts = text === "" ? [] : [0];
  for (let at = text.indexOf("\n"); at !== -1 && at < text.length - 1; at = text.indexOf("\n", at + 1))
    starts.push(at + 1);
  return starts;
}
