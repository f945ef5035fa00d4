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
const CHECK_WORK = 5_000_000;
/** For each alternative that is looked at again to explain what is wrong. */
const EXPLAIN_WORK = 50_000;

export function createValidator(original: SchemaObject, parts: ValidatorParts): Validator {
  const prepared = prepareSchema(original, parts.patterns);
  if (prepared.kind === "unchecked") return () => prepared;
  try {
    return createCheck(prepared.schema, parts);
  } catch (error) {
    const why = error instanceof RangeError ? "it is too large or too deep" : safeText(messageOf(error), 120);
    const reason = `its schema cannot be compiled: ${why}`;
    return () => unchecked(reason);
  }
}

function createCheck(root: SchemaObject, { compile, patterns, budget }: ValidatorParts): Validator {
  const { errorsOf, takeUndecided } = compile({ schema: root, patterns, budget });

  function check(args: unknown): Verdict {
    takeUndecided();
    try {
      budget.start(CHECK_WORK);
      const errors = errorsOf(root, args);
      if (takeUndecided() && errors.some(isDoubtful)) return unchecked(UNDECIDED);
      return {
        kind: "checked",
        problems: explainErrors(errors, { root, arguments: args, errorsOf: errorsInside }),
      };
    } catch (error) {
      return unchecked(reasonOf(error));
    }
  }

  function errorsInside(schema: SchemaObject, value: unknown): readonly ErrorObject[] {
    try {
      budget.start(EXPLAIN_WORK);
      return errorsOf(schema, value);
    } catch (error) {
      // The arguments are refused already, and less is said about why.
      if (error instanceof OutOfBudget || error instanceof RangeError) return [];
      throw error;
    }
  }

  return check;
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
