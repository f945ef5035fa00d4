/**
 * Makes text from a server, a model or a file safe to show on a terminal or to keep in a log. What comes out can move
 * no cursor, set no title or clipboard, reorder no letters and carry no invisible message. Nothing is hidden in turn:
 * complete escape sequences (which a terminal would not show either) are dropped, every other unsafe character is shown.
 */

export interface TerminalTextOptions {
  /** Keeps line breaks (CR and CRLF become LF) and tabs. Without it the result is always one line. */
  readonly keepNewlines?: boolean;
}

/** The text without anything a terminal would act on; applying it twice changes nothing more. */
export function toTerminalText(text: string, options: TerminalTextOptions = {}): string {
  if (!NOT_PRINTABLE_ASCII.test(text)) return text;
  patterns ??= { escapeSequence: escapeSequencePattern(), unsafe: unsafePattern() };
  const showOne = options.keepNewlines === true ? showInBlock : showInLine;
  return text.replace(patterns.escapeSequence, "").replace(patterns.unsafe, showOne);
}

/** At most `maxChars` UTF-16 units of the text, never half a surrogate pair, with a marker of how much is missing. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = splitsPair(text, maxChars) ? maxChars - 1 : maxChars;
  return `${text.slice(0, end)}… [${text.length - end} more characters]`;
}

const NOT_PRINTABLE_ASCII = /[^\x20-\x7e]/;

/** Built at the first text that needs them: the Unicode classes are too dear for every start of the program. */
let patterns: { readonly escapeSequence: RegExp; readonly unsafe: RegExp } | undefined;

/**
 * Complete sequences of ECMA-48, in 7-bit and 8-bit form. A string sequence (OSC, DCS, SOS, PM, APC) counts only when
 * it is terminated and holds no other control character; of an unterminated one just the introducer goes, so that it
 * cannot swallow the rest. No class matches an introducer, hence no character is scanned for two sequences: linear.
 */
function escapeSequencePattern(): RegExp {
  const control = String.raw`(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]`;
  const stringStart = String.raw`(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])`;
  const stringRest = String.raw`[^\x00-\x08\x0a-\x1f\x7f-\x9f]*(?:\x07|\x1b\\|\x9c)`;
  const short = String.raw`\x1b[ -/]{0,2}[0-~]`;
  return new RegExp(`${control}|${stringStart}${stringRest}|${short}`, "g");
}

/**
 * Controls, line and paragraph separators, lone surrogates, and whatever Unicode says is not displayed: zero-width
 * characters, bidirectional controls, tags, variation selectors, fillers. Kept are those that ordinary writing needs:
 * a joiner between two emoji, joiners in Arabic and Indic scripts, one variation selector after a visible character.
 */
function unsafePattern(): RegExp {
  const control = String.raw`\r\n|[\p{Cc}\p{Cs}\u2028\u2029\ufff9-\ufffb]`;
  const kept = [
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d\p{Extended_Pictographic}`,
    String.raw`(?<=[${joiningScripts()}])[\u200c\u200d]`,
    String.raw`(?<=[\p{Emoji}\p{Extended_Pictographic}\p{So}\p{Sm}])[\ufe0e\ufe0f]`,
    String.raw`(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
  ];
  return new RegExp(`${control}|(?!${kept.join("|")})\\p{Default_Ignorable_Code_Point}`, "gu");
}

function joiningScripts(): string {
  const indic = "Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer";
  return `Arabic Syriac Mongolian ${indic}`.replace(/\w+ ?/g, (script) => `\\p{Script=${script.trim()}}`);
}

function showInLine(unsafe: string): string {
  if (unsafe === "\n" || unsafe === "\r\n") return String.raw`\n`;
  if (unsafe === "\r") return String.raw`\r`;
  return unsafe === "\t" ? " " : showCodePoint(unsafe);
}

function showInBlock(unsafe: string): string {
  if (unsafe === "\n" || unsafe === "\r\n" || unsafe === "\r") return "\n";
  return unsafe === "\t" ? "\t" : showCodePoint(unsafe);
}

/** As Unicode writes it: `<U+202E>`. */
function showCodePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0xfffd;
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

function splitsPair(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
