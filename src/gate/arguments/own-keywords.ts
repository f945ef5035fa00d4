/**
 * Keywords that ajv gets from us: the charge for each visit of a schema, and linear replacements of `enum` and
 * `uniqueItems`, which would compare every value with every other and trip over objects with keys such as `valueOf`.
 */
import type { _, Ajv2020, KeywordCxt } from "ajv/dist/2020.js";
import { canonicalJson } from "../../util/canonical-json.ts";
import { COST } from "./schema.ts";
import type { WorkBudget } from "./work-budget.ts";

export interface OwnKeywordParts {
  readonly budget: WorkBudget;
  /** ajv's tag for generated code, handed in because ajv is loaded late. */
  readonly code: typeof _;
}

export function addOwnKeywords(ajv: Ajv2020, { budget, code }: OwnKeywordParts): void {
  ajv.removeKeyword("uniqueItems").removeKeyword("enum");
  ajv.addKeyword({
    keyword: COST,
    schemaType: "number",
    // The very first keyword: what comes after one that failed is not run.
    before: "$ref",
    trackErrors: true,
    code({ gen, data, schema, errsCount }: KeywordCxt) {
      const visit = gen.scopeValue("func", { ref: budget.visit });
      gen.code(code`${visit}(${Number(schema)}, ${data}, ${errsCount ?? 0})`);
    },
  });
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    errors: false,
    validate: (_isWanted: unknown, items: readonly unknown[]) => hasNoRepeats(items, budget),
  });
  ajv.addKeyword({
    keyword: "enum",
    errors: false,
    compile: (list: readonly unknown[]) => isOneOf(list, budget),
  });
}

function hasNoRepeats(items: readonly unknown[], budget: WorkBudget): boolean {
  const seen = new Set<unknown>();
  for (const item of items) seen.add(comparable(item, budget));
  return seen.size === items.length;
}

function isOneOf(list: readonly unknown[], budget: WorkBudget): (value: unknown) => boolean {
  const allowed = new Set(list.map((value) => comparable(value, undefined)));
  const hasObjects = list.some(isContainer);
  return (value) => (hasObjects || !isContainer(value)) && allowed.has(comparable(value, budget));
}

/** Equal JSON gives equal values, to be compared by a Set; the prefixes keep text apart from what is like its JSON. */
function comparable(value: unknown, budget: WorkBudget | undefined): unknown {
  if (typeof value === "string") return `text ${value}`;
  if (!isContainer(value)) return value;
  const text = canonicalJson(value);
  budget?.charge(16 + text.length * 2);
  return `json ${text}`;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
