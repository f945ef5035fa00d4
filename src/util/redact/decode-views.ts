/**
 * Reads a text as the program that wrote it meant it: with backslash escapes (JSON, also JSON inside JSON) or percent
 * escapes undone. Each view knows where its characters come from, so that what is found in it is masked in the text.
 */

export interface View {
  readonly text: string;
  /** Where each character starts in the original text, and one more entry for the end; undefined means the same place. */
  readonly starts: Uint32Array | undefined;
}

/** JSON in JSON in JSON, and a URL in a URL: deeper nesting of escapes is not looked into. */
const BACKSLASH_LEVELS = 3;
const PERCENT_LEVELS = 2;

/** The text itself, then each different way to read it. */
export function decodeViews(text: string): View[] {
  const views: View[] = [{ text, starts: undefined }];
  for (const view of levels({ text, starts: undefined }, BACKSLASH_LEVELS, undoBackslashes)) {
    if (view.starts !== undefined) views.push(view);
    views.push(...levels(view, PERCENT_LEVELS, undoPercents).slice(1));
  }
  return views;
}

/** The view and what comes of it by decoding again and again, as long as something changes. */
function levels(view: View, count: number, decode: (view: View) => View | undefined): View[] {
  const result = [view];
  for (let next = decode(view); next !== undefined && result.length <= count; next = decode(next))
    result.push(next);
  return result;
}

const BACKSLASH_ESCAPE = /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|["'\\/bfnrt])/g;
const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

function undoBackslashes(view: View): View | undefined {
  if (!view.text.includes("\\")) return undefined;
  return decodeEscapes(view, BACKSLASH_ESCAPE, (escape) => {
    const letter = escape.charAt(1);
    if (escape.length > 2) return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
    return SHORT_ESCAPES.get(letter) ?? letter;
  });
}

/** One character in UTF-8: the first byte says how many follow. */
const PERCENT_ESCAPE =
  /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/gi;

function undoPercents(view: View): View | undefined {
  if (!view.text.includes("%")) return undefined;
  return decodeEscapes(view, PERCENT_ESCAPE, (escape) => {
    try {
      return decodeURIComponent(escape);
    } catch {
      return escape; // not UTF-8 after all: read as it stands
    }
  });
}

/** Replaces each escape by its character and keeps account of the places; undefined when there is no escape. */
function decodeEscapes(view: View, escapes: RegExp, decode: (escape: string) => string): View | undefined {
  const starts = new Uint32Array(view.text.length + 1);
  const parts: string[] = [];
  let length = 0;
  let done = 0;
  function copyUntil(end: number): void {
    parts.push(view.text.slice(done, end));
    for (; done < end; done += 1) starts[length++] = placeOf(view, done);
  }

  for (const match of view.text.matchAll(escapes)) {
    copyUntil(match.index);
    const decoded = decode(match[0]);
    parts.push(decoded);
    for (let unit = 0; unit < decoded.length; unit += 1) starts[length++] = placeOf(view, match.index);
    done = match.index + match[0].length;
  }
  if (parts.length === 0) return undefined;
  copyUntil(view.text.length);
  starts[length] = placeOf(view, view.text.length);
  return { text: parts.join(""), starts: starts.subarray(0, length + 1) };
}

/** Where the character at this index of the view starts in the original text. */
export function placeOf(view: View, index: number): number {
  return view.starts === undefined ? index : (view.starts[index] ?? 0);
}
