/**
 * One tool → its terms with their weights. They depend on nothing but the tool and what its server says of itself, so they are
 * worked out once for both and shared by all indexes that the tool is in.
 */
import type { CatalogTool } from "../../catalog/snapshot.ts";
import type { Field, Rules } from "../rank/ranking.ts";
import { termsOf } from "../text/terms.ts";
import { serverTerms } from "./server-terms.ts";
import { toolTexts, type ToolTexts } from "./tool-texts.ts";

export interface WeighedTool {
  /** Each once; those of the name come first. */
  readonly terms: readonly string[];
  /** BM25F: what the term counts here, over all fields that are the tool's own; 0 for what only its server says. */
  readonly weights: Float32Array;
  /** The same with what its server says of itself, and with repetition counting less and less. */
  readonly impacts: Float32Array;
  /** How many of the terms stand in the tool's name. */
  readonly nameTerms: number;
  /** How many of the terms are the tool's own; the rest only its server has. */
  readonly ownTerms: number;
}

/** What a server says of itself; its terms are worked out when the first of its tools needs them. */
export interface About {
  readonly text: string;
  terms(): readonly string[];
}

export interface Weighing {
  readonly about: About;
  readonly rules: Rules;
}

export function weighTool(tool: CatalogTool, { about, rules }: Weighing): WeighedTool {
  const ofRules = weighed.get(rules) ?? new WeakMap<CatalogTool, Known>();
  weighed.set(rules, ofRules);
  const known = ofRules.get(tool);
  if (known?.about === about.text) return known.weighed;
  const made = weigh(tool, about.terms(), rules);
  ofRules.set(tool, { about: about.text, weighed: made });
  return made;
}

interface Known {
  readonly about: string;
  readonly weighed: WeighedTool;
}

/** A server says one thing of itself at a time. */
const weighed = new WeakMap<Rules, WeakMap<CatalogTool, Known>>();

function weigh(tool: CatalogTool, about: readonly string[], { fields, saturation }: Rules): WeighedTool {
  const texts = toolTexts(tool);
  const weights = new Map<string, number>();
  addField(weights, termsOf(texts.name), fields.name);
  const nameTerms = weights.size;
  addField(weights, serverTerms(texts.server), fields.server);
  for (const field of OTHERS) addField(weights, termsOf(texts[field]), fields[field]);
  const own = [...weights.values()];
  addField(weights, about, fields.about);
  const all = Float32Array.from(weights.values());
  return {
    terms: [...weights.keys()],
    weights: all.map((_, place) => own[place] ?? 0),
    impacts: all.map((weight) => (weight * (saturation + 1)) / (weight + saturation)),
    nameTerms,
    ownTerms: own.length,
  };
}

const OTHERS: readonly (keyof ToolTexts)[] = [
  "lead",
  "description",
  "parameterNames",
  "parameterTexts",
  "choices",
];

function addField(weights: Map<string, number>, terms: readonly string[], field: Field): void {
  const { weight, lengthMatters, usualLength } = field;
  if (weight === 0) return;
  const share = weight / (1 - lengthMatters + (lengthMatters * terms.length) / usualLength);
  for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + share);
}
