/**
 * One tool → its terms with their weights. It depends on nothing but the tool, so it is worked out once for each and shared
 * by all indexes that the tool is in.
 */
import type { CatalogTool } from "../../catalog/snapshot.ts";
import type { Field, FieldName, Rules } from "../rank/ranking.ts";
import { termsOf } from "../text/terms.ts";
import { toolTexts } from "./tool-texts.ts";

export interface WeighedTool {
  /** Each once; those of the name come first. */
  readonly terms: readonly string[];
  /** BM25F: what the term counts here, over all fields. */
  readonly weights: Float32Array;
  /** The same, with repetition counting less and less. */
  readonly impacts: Float32Array;
  /** How many of the terms stand in the tool's name. */
  readonly nameTerms: number;
}

export function weighTool(tool: CatalogTool, rules: Rules): WeighedTool {
  const ofRules = weighed.get(rules) ?? new WeakMap<CatalogTool, WeighedTool>();
  weighed.set(rules, ofRules);
  const known = ofRules.get(tool);
  if (known !== undefined) return known;
  const made = weigh(tool, rules);
  ofRules.set(tool, made);
  return made;
}

const weighed = new WeakMap<Rules, WeakMap<CatalogTool, WeighedTool>>();

function weigh(tool: CatalogTool, { fields, saturation }: Rules): WeighedTool {
  const texts = toolTexts(tool);
  const weights = new Map<string, number>();
  addField(weights, termsOf(texts.name), fields.name);
  const nameTerms = weights.size;
  addField(weights, serverTerms(texts.server), fields.server);
  for (const field of OTHERS) addField(weights, termsOf(texts[field]), fields[field]);
  const values = Float32Array.from(weights.values());
  return {
    terms: [...weights.keys()],
    weights: values,
    impacts: values.map((weight) => (weight * (saturation + 1)) / (weight + saturation)),
    nameTerms,
  };
}

const OTHERS: readonly FieldName[] = ["lead", "description", "parameterNames", "parameterTexts", "choices"];

function addField(weights: Map<string, number>, terms: readonly string[], field: Field): void {
  const { weight, lengthMatters, usualLength } = field;
  if (weight === 0) return;
  const share = weight / (1 - lengthMatters + (lengthMatters * terms.length) / usualLength);
  for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + share);
}

/** Without what half of all servers are called. */
export function serverTerms(name: string): readonly string[] {
  const terms = termsOf(name);
  const telling = terms.filter((term) => !COMMON_IN_SERVERS.has(term));
  return telling.length > 0 ? telling : terms;
}

const COMMON_IN_SERVERS: ReadonlySet<string> = new Set(termsOf("mcp server tool service api"));
