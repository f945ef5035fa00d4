/**
 * Mentions of another server's tools: a text that says how somebody else's tool is to be used may be there to misuse it
 * ("shadowing"). Only names that are no ordinary words count, or every text would mention a `search`.
 */
import { excerptAround, type UnplacedFinding } from "./finding.ts";

export interface OtherTools {
  /** The server, not this one, that has a tool of this name. */
  serverOf(name: string): string | undefined;
}

const MAX_FINDINGS = 5;

/** One finding for each tool that is mentioned, the first mention of it. */
export function findCrossReferences(text: string, others: OtherTools): readonly UnplacedFinding[] {
  if (!COMPOUND.test(text)) return [];
  const findings = new Map<string, UnplacedFinding>();
  for (const match of text.matchAll(WORD)) {
    const name = match[0];
    if (findings.has(name) || !isCompound(name) || others.serverOf(name) === undefined) continue;
    const end = match.index + name.length;
    const around = text.slice(Math.max(0, match.index - 80), end + 80);
    findings.set(name, {
      kind: "cross-reference",
      rule: "names-other-servers-tool",
      excerpt: excerptAround(text, match.index, end),
      confidence: ORDERS.test(around) ? "medium" : "low",
    });
    if (findings.size === MAX_FINDINGS) break;
  }
  return [...findings.values()];
}

const WORD = /[a-zA-Z0-9_-]+/g;

/** Two or more words in one: `send_email`, `send-email`, `sendEmail`. */
const COMPOUND = /[a-zA-Z0-9][_-]+[a-zA-Z0-9]|[a-z][A-Z]/;
const MAX_NAME_CHARS = 128;

function isCompound(word: string): boolean {
  return word.length <= MAX_NAME_CHARS && COMPOUND.test(word);
}

const ORDERS =
  /\b(?:must|always|never|do not|don't|before|instead of|whenever|when (?:using|calling)|every time|first|rather than)\b/i;
