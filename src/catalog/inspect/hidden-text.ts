/**
 * Text that a person does not see and a model may read: invisible characters, and controls that move what is shown. Looks
 * at the raw text. What ordinary writing needs (emoji, Arabic and Indic joiners, flags) is no finding.
 */
import { cutText, toTerminalText } from "../../util/terminal-text.ts";
import { excerptAround, type Confidence, type UnplacedFinding } from "./finding.ts";

/** At most one finding for each kind of hidden text, the first place of it, with how often there are more. */
export function findHiddenText(text: string): readonly UnplacedFinding[] {
  if (!NOT_PLAIN.test(text)) return [];
  return SIGNS.flatMap((sign) => {
    const matches = matchesOf(sign, text);
    const [first] = matches;
    if (first === undefined) return [];
    const count = matches.length > 1 ? ` (and ${matches.length - 1} more)` : "";
    const shown = sign.decode?.(matches) ?? excerptAround(text, first.index, first.index + first[0].length);
    const { kind, rule } = sign;
    return [{ kind, rule, excerpt: shown + count, confidence: sign.judge(matches, text) }];
  });
}

const NOT_PLAIN = /[^\x20-\x7e\t\n\r]|\r(?!\n)/;

interface Sign {
  readonly kind: "hidden-text" | "terminal-escape";
  readonly rule: string;
  /** Made when it is first needed: Unicode classes are dear, and most texts need none. */
  readonly pattern: () => RegExp;
  /** Leaves out what has an honest use. */
  readonly counts?: (match: RegExpExecArray, text: string) => boolean;
  readonly judge: (matches: readonly RegExpExecArray[], text: string) => Confidence;
  /** What the characters say when they stand for others. */
  readonly decode?: (matches: readonly RegExpExecArray[]) => string | undefined;
}

/** More would say nothing new. */
const MAX_MATCHES = 1000;

const compiled = new Map<Sign, RegExp>();

function matchesOf(sign: Sign, text: string): RegExpExecArray[] {
  const pattern = compiled.get(sign) ?? sign.pattern();
  compiled.set(sign, pattern);
  const matches: RegExpExecArray[] = [];
  for (const match of text.matchAll(pattern)) {
    if (sign.counts?.(match, text) !== false) matches.push(match);
    if (matches.length === MAX_MATCHES) break;
  }
  return matches;
}

const JOINING =
  "Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer";
const KEPT_JOINER = [
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[${JOINING.replace(/\w+ ?/g, (script) => `\\p{Script=${script.trim()}}`)}])[\u200c\u200d]`,
].join("|");

const SIGNS: readonly Sign[] = [
  {
    kind: "hidden-text",
    rule: "unicode-tags",
    pattern: () => /[\u{e0000}-\u{e007f}]+/gu,
    // Flags of regions, such as Scotland's, are a black flag and a few tags.
    counts: ({ 0: tags, index }, text) =>
      !(tags.length <= 14 && text.slice(Math.max(0, index - 2), index) === "\u{1f3f4}"),
    judge: () => "high",
    decode: (matches) => quoteHidden(matches.map(([tags]) => decodeTags(tags)).join(" ")),
  },
  {
    kind: "hidden-text",
    rule: "variation-selectors",
    pattern: () => /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu,
    judge: () => "high",
    decode: (matches) => quoteHidden(matches.map(([selectors]) => decodeSelectors(selectors)).join(" ")),
  },
  {
    kind: "hidden-text",
    rule: "zero-width",
    pattern: () => new RegExp(`(?:(?!${KEPT_JOINER})${ZERO_WIDTH}){1,1000}`, "gu"),
    counts: ({ 0: run, index }) => !(index === 0 && run === "\ufeff"),
    judge: judgeByLength,
  },
  {
    kind: "hidden-text",
    rule: "bidirectional-control",
    pattern: () => /[\u202a-\u202e\u2066-\u2069]/g,
    judge: (_matches, text) => (/[\u0590-\u08ff]/.test(text) ? "low" : "high"),
  },
  {
    kind: "hidden-text",
    rule: "private-use",
    pattern: () => /\p{Co}+/gu,
    judge: (matches) => (matches.some(([run]) => run.length >= 4) ? "medium" : "low"),
  },
  {
    kind: "terminal-escape",
    rule: "control-characters",
    pattern: () => /(?![\t\n\r])\p{Cc}|\r(?!\n)/gu,
    judge: (matches) =>
      matches.some(([control]) => control === "\u001b" || control >= "\u0080") ? "high" : "medium",
  },
];

/** Besides joiners: spaces of no width, invisible operators, fillers, the soft hyphen, deprecated controls. */
const ZERO_WIDTH = String.raw`[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200d\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]`;

function judgeByLength(matches: readonly RegExpExecArray[]): Confidence {
  const total = matches.reduce((sum, [run]) => sum + run.length, 0);
  if (total >= 8) return "high";
  return matches.every(([run]) => run === "\u00ad") ? "low" : "medium";
}

/** Code units of each run that are decoded; an excerpt shows no more. */
const MAX_DECODED = 600;

function decodeTags(tags: string): string {
  return Array.from(tags.slice(0, MAX_DECODED), (tag) =>
    String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000),
  ).join("");
}

/** One byte for each selector, as in the published ways to hide text behind an emoji. */
function decodeSelectors(selectors: string): string {
  const bytes = Array.from(selectors.slice(0, MAX_DECODED), (selector) => {
    const code = selector.codePointAt(0) ?? 0;
    return code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00;
  });
  return Buffer.from(bytes).toString("utf8");
}

function quoteHidden(decoded: string): string {
  return `hidden text: "${cutText(toTerminalText(cutText(decoded, 200)), 400)}"`;
}
