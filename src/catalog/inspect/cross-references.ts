/**
 * Mentions of another server's tools: a text that says how somebody else's tool is to be used may be there to misuse it
 * ("shadowing"). Only names that are no ordinary words count, or every text would mention a `search`.
 */
import { excerptAround, type PlacedText, type TextFinding } from "./finding.ts";

export interface OtherTools {
  /** The server, not this one, that has a tool of this name. */
  serverOf(name: string): string | undefined;
}

const MAX_FINDINGS = 5;

/** One finding for each tool that is mentioned, the first mention of it. */
export function findCrossReferences({ text, where }: PlacedText, others: OtherTools): readonly TextFinding[] {
  const findings = new Map<string, TextFinding>();
  for (const match of text.matchAll(COMPOUND_WORD)) {
    const name = match[0];
    if (findings.has(name) || findings.size === MAX_FINDINGS) continue;
    const server = others.serverOf(name);
    if (server === undefined) continue;
    const end = match.index + name.length;
    const around = text.slice(Math.max(0, match.index - 80), end + 80);
    const excerpt = excerptAround(text, match.index, end);
    const confidence = ORDERS.test(around) ? "medium" : "low";
    findings.set(name, {
      kind: "cross-reference",
      rule: "names-other-servers-tool",
      where,
      excerpt,
      confidence,
    });
  }
  return [...findings.values()];
}

/** Two or more words in one: `send_email`, `send-email`, `sendEmail`. Bounded, so that the time grows with the text alone. */
const COMPOUND_WORD =
  /(?<![\w-])[a-zA-Z][a-zA-Z0-9]{0,40}(?:(?:[_-]{1,2}|(?<=[a-z])(?=[A-Z]))[a-zA-Z0-9]{1,40}){1,10}(?![\w-])/g;

const ORDERS =
  /\b(?:must|always|never|do not|don't|before|instead of|whenever|when (?:using|calling)|every time|first|rather than)\b/i;
