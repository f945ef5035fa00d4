/** A schema that is ready to judge arguments, or the reason why it cannot; either way it never throws. */
import type { ErrorObject } from "ajv/dist/2020.js";
import { messageOf } from "../../errors.ts";
import type { ArgumentProblem } from "./argument-problem.ts";
import type { Compile } from "./compile-schema.ts";
import { explainErrors } from "./explain-errors.ts";
import type { Patterns } from "./linear-pattern.ts";
import { prepareSchema } from "./prepare-schema.ts";
import { safeText } from "./safe-text.ts";
import type { SchemaObject } from "./schema.ts";
import { OutOfBudget, type WorkBudget } from "./work-budget.ts";

export type Verdict =
  | { readonly kind: "checked"; readonly problems: readonly ArgumentProblem[] }
  | { readonly kind: "unchecked"; readonly reason: string };

export type Validator = (args: unknown) => Verdict;

export interface ValidatorParts {
  readonly compile: Compile;
  readonly patterns: Patterns | undefined;
  readonly budget: WorkBudget;
}

/** Some 200 ms of work; a check of ordinary arguments does a few dozen units. */
const DECIDE_WORK = 5_000_000;
/** Less, because every unit may leave an error object behind. */
const EXPLAIN_WORK = 50_000;

export function createValidator(
  original: SchemaObject,
  { compile, patterns, budget }: ValidatorParts,
): Validator {
  const prepared = prepareSchema(original, patterns);
  if (prepared.kind === "unchecked") return () => prepared;
  const root = prepared.schema;
  try {
    const compiled = compile({ schema: root, patterns, budget });
    return validate;

    function validate(args: unknown): Verdict {
      compiled.takeUndecided();
      try {
        budget.start(DECIDE_WORK);
        const errors = compiled.firstError(args);
        if (compiled.takeUndecided() && errors.some(isDoubtful)) return unchecked(UNDECIDED);
        return { kind: "checked", problems: errors.length === 0 ? [] : explain(args, errors) };
      } catch (error) {
        return unchecked(reasonOf(error));
      }
    }

    function explain(args: unknown, errors: readonly ErrorObject[]): ArgumentProblem[] {
      const { allErrors } = compiled;
      budget.start(EXPLAIN_WORK);
      try {
        return explainErrors(allErrors(root, args), { root, arguments: args, allErrors });
      } catch (error) {
        if (!(error instanceof OutOfBudget)) throw error;
        // Too much is wrong to say it all; the first error is enough to refuse by.
        return explainErrors(errors, { root, arguments: args, allErrors: () => [] });
      }
    }
  } catch (error) {
    const why = error instanceof RangeError ? "it is too large or too deep" : safeText(messageOf(error), 120);
    const reason = `its schema cannot be compiled: ${why}`;
    return () => unchecked(reason);
  }
}

const UNDECIDED = "it depends on a pattern that cannot be run in linear time";

/** Errors of keywords that fail when something inside of them fits: there, an undecided pattern counted as a match. */
function isDoubtful({ keyword, params }: ErrorObject): boolean {
  if (keyword === "oneOf") return (params as { readonly passingSchemas?: unknown }).passingSchemas !== null;
  return keyword === "not" || keyword === "if" || keyword === "contains";
}

function reasonOf(error: unknown): string {
  if (error instanceof OutOfBudget) return "checking them by its schema takes too long";
  if (error instanceof RangeError) return "its schema refers to itself without end";
  return `checking them failed: ${safeText(messageOf(error), 120)}`;
}

function unchecked(reason: string): Verdict {
  return { kind: "unchecked", reason };
}
