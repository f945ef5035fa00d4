/**
 * What is suspicious in the texts of a server: of a tool's whole definition, or of any text such as its instructions. It
 * looks at the raw text, never changes it, and takes a time that grows with its length alone.
 */
import type { JsonObject } from "../types.ts";
import { findCrossReferences, type OtherTools } from "./inspect/cross-references.ts";
import type { TextFinding, UnplacedFinding } from "./inspect/finding.ts";
import { findHiddenText } from "./inspect/hidden-text.ts";
import { findInstructions } from "./inspect/instruction-text.ts";
import { showPath, textsOf } from "./inspect/texts-of.ts";

export type { Confidence, TextFinding } from "./inspect/finding.ts";
export type { OtherTools } from "./inspect/cross-references.ts";

/** A definition with more than this is known to be bad; the rest of it would say nothing new. */
const MAX_FINDINGS = 30;

/** Real definitions have a few hundred at most. */
const MAX_TEXTS = 20_000;

const TOO_MUCH: TextFinding = {
  kind: "hidden-text",
  rule: "too-much-to-inspect",
  where: "the definition",
  excerpt: `it holds more than ${MAX_TEXTS} texts; only these were inspected`,
  confidence: "medium",
};

/** The findings of one text, such as a server's instructions; `where` says what it is. */
export function inspectText({
  text,
  where,
}: {
  readonly text: string;
  readonly where: string;
}): readonly TextFinding[] {
  return inspect(text).map((finding) => ({ ...finding, where }));
}

function inspect(text: string): readonly UnplacedFinding[] {
  return [...findHiddenText(text), ...findInstructions(text)];
}

/** Definitions are immutable, so each is inspected once. */
const known = new WeakMap<JsonObject, readonly TextFinding[]>();

/** The findings of a definition by itself. */
export function inspectDefinition(definition: JsonObject): readonly TextFinding[] {
  const found = known.get(definition) ?? collect(definition, inspect);
  known.set(definition, found);
  return found;
}

/** Where a definition mentions tools of other servers. */
export function inspectReferences(definition: JsonObject, others: OtherTools): readonly TextFinding[] {
  return collect(definition, (text) => findCrossReferences(text, others));
}

function collect(
  definition: JsonObject,
  inspectOne: (text: string) => readonly UnplacedFinding[],
): readonly TextFinding[] {
  const findings: TextFinding[] = [];
  let count = 0;
  for (const { text, path } of textsOf(definition)) {
    count += 1;
    if (count > MAX_TEXTS) return [...findings, TOO_MUCH];
    for (const finding of inspectOne(text)) findings.push({ ...finding, where: showPath(path) });
    if (findings.length >= MAX_FINDINGS) return findings.slice(0, MAX_FINDINGS);
  }
  return findings;
}
