/**
 * The numbers of the ranking. They were chosen on public data, where results hardly change around them; docs/search.md says
 * how, and how far to trust it. The lengths are typical ones of real tools, fixed so that a tool's weights do not depend on
 * what else is in the catalog.
 */

export interface Field {
  /** How much a word counts that stands there. */
  readonly weight: number;
  /** How much a long text takes from its words' weight: not at all (0) or in proportion to its length (1). */
  readonly lengthMatters: number;
  /** The number of terms that is neither long nor short. */
  readonly usualLength: number;
}

export const FIELDS = {
  name: { weight: 3.5, lengthMatters: 0.3, usualLength: 3 },
  server: { weight: 3, lengthMatters: 0.2, usualLength: 2 },
  /** The first sentence says what a tool does; the rest is often about how to use it. */
  lead: { weight: 0.9, lengthMatters: 0.4, usualLength: 10 },
  description: { weight: 0.8, lengthMatters: 0.6, usualLength: 20 },
  parameterNames: { weight: 0.7, lengthMatters: 0.65, usualLength: 5 },
  parameterTexts: { weight: 0.6, lengthMatters: 0.65, usualLength: 25 },
  choices: { weight: 0.35, lengthMatters: 0.75, usualLength: 5 },
} as const satisfies Readonly<Record<string, Field>>;

export type FieldName = keyof typeof FIELDS;

/** BM25's k1: how fast more of the same word stops to count. */
export const SATURATION = 1.6;
/** What a query that names everything in a tool's name adds to its score. */
export const NAME_COVERAGE = 0.7;
/** What other words count in place of the query's own. */
export const SYNONYM = 0.25;
export const RESPELLED = 0.6;
/** Two words of the query that somebody writes as one: `file system`. */
export const JOINED = 0.7;
export const NUMBER = 0.5;

/** Tools that share so much of their weight are variants of one another … */
export const VARIANT_LIKENESS = 0.55;
/** … and each further one of them is moved back by this factor, so that they do not fill the first page. */
export const VARIANT_FACTOR = 0.78;
