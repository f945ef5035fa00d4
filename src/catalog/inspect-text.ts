/**
 * What is suspicious in the texts of a server: of a tool's whole definition, or of any text such as its instructions. It
 * looks at the raw text, never changes it, and takes a time that grows with its length alone.
 */
import type { JsonObject } from "../types.ts";
import { findCrossReferences, type OtherTools } from "./inspect/cross-references.ts";
import type { PlacedText, TextFinding } from "./inspect/finding.ts";
import { findHiddenText } from "./inspect/hidden-text.ts";
import { findInstructions } from "./inspect/instruction-text.ts";
import { textsOf } from "./inspect/texts-of.ts";

export type { Confidence, TextFinding } from "./inspect/finding.ts";
export type { OtherTools } from "./inspect/cross-references.ts";

/** A definition with more than this is known to be bad; the rest of it would say nothing new. */
const MAX_FINDINGS = 30;

/** The findings of one text. */
export function inspectText(placed: PlacedText): readonly TextFinding[] {
  return [...findHiddenText(placed), ...findInstructions(placed)];
}

/** Definitions are immutable, so each is inspected once. */
const known = new WeakMap<JsonObject, readonly TextFinding[]>();

/** The findings of a definition by itself. */
export function inspectDefinition(definition: JsonObject): readonly TextFinding[] {
  const found = known.get(definition) ?? collect(definition, inspectText);
  known.set(definition, found);
  return found;
}

/** Where a definition mentions tools of other servers. */
export function inspectReferences(definition: JsonObject, others: OtherTools): readonly TextFinding[] {
  return collect(definition, (placed) => findCrossReferences(placed, others));
}

function collect(
  definition: JsonObject,
  inspect: (placed: PlacedText) => readonly TextFinding[],
): readonly TextFinding[] {
  const findings: TextFinding[] = [];
  for (const placed of textsOf(definition)) {
    findings.push(...inspect(placed));
    if (findings.length >= MAX_FINDINGS) return findings.slice(0, MAX_FINDINGS);
  }
  return findings;
}
