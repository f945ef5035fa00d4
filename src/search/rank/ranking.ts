/**
 * The numbers of the ranking, in one value so that `npm run eval:search-parts` can switch each part off. They were chosen on
 * public data and rounded; results hardly change around them. docs/search.md says how, and how far to trust it. The lengths
 * are typical ones of real tools, fixed so that a tool's weights do not depend on what else is in the catalog.
 */

export interface Field {
  /** How much a word counts that stands there. */
  readonly weight: number;
  /** How much a long text takes from its words' weight: not at all (0) or in proportion to its length (1). */
  readonly lengthMatters: number;
  /** The number of terms that is neither long nor short. */
  readonly usualLength: number;
}

export type FieldName =
  | "name"
  | "server"
  | "lead"
  | "description"
  | "parameterNames"
  | "parameterTexts"
  | "choices";

export interface Rules {
  readonly fields: Readonly<Record<FieldName, Field>>;
  /** BM25's k1: how fast more of the same word stops to count. */
  readonly saturation: number;
  /** What a query that has all words of a tool's name adds to its score; up to twice that where it says little else. */
  readonly nameCoverage: number;
  /** What a query that names the tool's server adds, where that name is a telling one. */
  readonly serverCoverage: number;
  /** How much of its score a tool loses that has next to nothing of the query but one strong word. */
  readonly queryCoverage: number;
  /** What other words count in place of the query's own. */
  readonly synonym: number;
  readonly respelled: number;
  /** Two words of the query that somebody writes as one: `file system`. */
  readonly joined: number;
  /** A part of a word of the query that nobody writes as one: `timezone`. */
  readonly part: number;
  readonly number: number;
  /** Tools that share so much of their weight are variants of one another … */
  readonly variantLikeness: number;
  /** … and each further one of them is moved back by this factor, so that they do not fill the first page. */
  readonly variantFactor: number;
}

export const RULES: Rules = {
  fields: {
    name: { weight: 3.5, lengthMatters: 0.3, usualLength: 3 },
    server: { weight: 3, lengthMatters: 0.2, usualLength: 2 },
    /** The first sentence says what a tool does; the rest is often about how to use it. */
    lead: { weight: 0.9, lengthMatters: 0.4, usualLength: 10 },
    description: { weight: 0.8, lengthMatters: 0.6, usualLength: 20 },
    parameterNames: { weight: 0.7, lengthMatters: 0.6, usualLength: 5 },
    parameterTexts: { weight: 0.6, lengthMatters: 0.6, usualLength: 25 },
    choices: { weight: 0.4, lengthMatters: 0.8, usualLength: 5 },
  },
  saturation: 1.6,
  nameCoverage: 0.5,
  serverCoverage: 0.3,
  queryCoverage: 0.3,
  synonym: 0.25,
  respelled: 0.6,
  joined: 0.7,
  part: 0.6,
  number: 0.5,
  variantLikeness: 0.5,
  variantFactor: 0.8,
};
