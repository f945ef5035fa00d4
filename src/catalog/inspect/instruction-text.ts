/**
 * Passages that give orders to a model. An honest text may quote such a passage or say that it looks for them; then the
 * finding stays, with low confidence. It cannot be complete: words can say anything in other words.
 */
import { foldLook } from "../fold-look.ts";
import { excerptAround, type Confidence, type UnplacedFinding } from "./finding.ts";
import { INSTRUCTION_RULES, type InstructionRule } from "./instruction-rules.ts";

/** At most one finding for each rule, the first place of it. */
export function findInstructions(text: string): readonly UnplacedFinding[] {
  const folded = foldLook(text);
  if (!ANY_WORD.test(folded)) return [];
  const plain = folded.replace(/[\s_]+/g, " ");
  const findings = new Map<string, UnplacedFinding>();
  for (const rule of INSTRUCTION_RULES) {
    if (findings.has(rule.rule)) continue;
    const match = rule.pattern.exec(plain);
    if (match === null) continue;
    const end = match.index + match[0].length;
    findings.set(rule.rule, {
      kind: "instruction",
      rule: rule.rule,
      excerpt: excerptAround(plain, match.index, end),
      confidence: judge(rule, plain, { start: match.index, end }),
    });
  }
  return [...findings.values()];
}

/** Where blanks or underscores may stand between two words of a rule, any one of them does. */
const ANY_WORD = new RegExp(
  INSTRUCTION_RULES.map(({ words }) => words.replaceAll(" ", String.raw`[\s_]`)).join("|"),
);

interface Passage {
  readonly start: number;
  readonly end: number;
}

function judge(rule: InstructionRule, text: string, passage: Passage): Confidence {
  return isQuoted(text, passage) || isDescribed(text, passage) ? "low" : rule.confidence;
}

const SENTENCE_CHARS = 120;

/** Between a quotation mark that is open when the passage begins, and one that follows soon. */
function isQuoted(text: string, passage: Passage): boolean {
  const { before, after } = surroundings(text, passage);
  return (
    ['"', "`"].some((mark) => before.split(mark).length % 2 === 0 && after.includes(mark)) ||
    (before.lastIndexOf("“") > before.lastIndexOf("”") && after.includes("”")) ||
    (/(?:^|[ (:])'[^']{0,80}$/.test(before) && after.includes("'"))
  );
}

const DESCRIBES =
  /\b(?:detect(?:s|ion|ing|or)?|scans?|scanning|scanner|flag(?:s|ged)?|prevents?|protects?|guards?|blocks?|blocked|filters?|sanitiz\w{0,6}|identif\w{1,6}|classif\w{1,6}|checks? (?:for|whether|if)|attempts?|injection|phishing|malicious|such as|for example|e\.g\.|refuses?|denied|reject(?:s|ed)?)\b/;

/** In a sentence that says of such passages what is done with them. */
function isDescribed(text: string, passage: Passage): boolean {
  const { before, after } = surroundings(text, passage);
  const beginning = before.slice(Math.max(before.lastIndexOf(". "), before.lastIndexOf("! ")) + 1);
  const [end = ""] = after.split(/[.!] /, 1);
  return DESCRIBES.test(beginning) || DESCRIBES.test(end);
}

function surroundings(text: string, { start, end }: Passage) {
  return {
    before: text.slice(Math.max(0, start - SENTENCE_CHARS), start),
    after: text.slice(end, end + SENTENCE_CHARS),
  };
}
