/**
 * Are these arguments what the tool asks for? The schema comes from an untrusted server: it is measured, copied and run
 * within limits, nothing it refers to is fetched, and no pattern of it can hang the process. A schema that cannot be
 * used leaves the call unchecked, with a remark, because refusing would make the tool unusable; arguments that break
 * our own limits are refused. Values are never changed or converted.
 */
import type { JsonObject, ToolDefinition } from "../types.ts";
import { findArgumentExcess } from "./arguments/argument-limits.ts";
import type { ArgumentProblem } from "./arguments/argument-problem.ts";
import { loadCompiler } from "./arguments/compile-schema.ts";
import { loadPatterns } from "./arguments/linear-pattern.ts";
import { createRecentlyUsed } from "./arguments/recently-used.ts";
import { createSchemaKeys, type SchemaKey } from "./arguments/schema-key.ts";
import { createValidator, type Validator } from "./arguments/validator.ts";
import { createWorkBudget } from "./arguments/work-budget.ts";

export type { ArgumentProblem } from "./arguments/argument-problem.ts";

export interface ArgumentCheckerOptions {
  /** Told of every check that could not be made, with the reason: `its schema refers to another document …`. */
  readonly onUnchecked?: (tool: ToolDefinition, reason: string) => void;
  /** How many compiled schemas to keep. */
  readonly keep?: number;
}

export interface ArgumentChecker {
  /**
   * What is wrong with the arguments; empty when nothing is. Answers at once when the schema is compiled already.
   * A schema object must not be changed after it was given here: a changed tool is a new object.
   */
  check(tool: ToolDefinition, args: JsonObject): Promise<ArgumentProblem[]> | ArgumentProblem[];
}

const KEEP = 256;

export function createArgumentChecker(options: ArgumentCheckerOptions = {}): ArgumentChecker {
  const { onUnchecked, keep = KEEP } = options;
  const keyOf = createSchemaKeys();
  const validators = createRecentlyUsed<Validator>(keep);
  const budget = createWorkBudget();

  function check(tool: ToolDefinition, args: JsonObject): Promise<ArgumentProblem[]> | ArgumentProblem[] {
    const excess = findArgumentExcess(args);
    if (excess !== undefined) return [excess];
    const key = keyOf(tool.inputSchema);
    if (key.kind === "unusable") return passUnchecked(tool, key.reason);
    const known = validators.get(key.hash);
    return known === undefined ? prepare(tool, key).then(judge) : judge(known);

    function judge(validate: Validator): ArgumentProblem[] {
      const verdict = validate(withoutOptionalNulls(args, tool.inputSchema));
      return verdict.kind === "unchecked" ? passUnchecked(tool, verdict.reason) : [...verdict.problems];
    }
  }

  function passUnchecked(tool: ToolDefinition, reason: string): ArgumentProblem[] {
    onUnchecked?.(tool, reason);
    return [];
  }

  async function prepare(
    tool: ToolDefinition,
    key: SchemaKey & { readonly kind: "key" },
  ): Promise<Validator> {
    const patterns = key.hasPatterns ? await loadPatterns(budget) : undefined;
    const compile = await loadCompiler();
    // Another check may have prepared the same schema while this one waited for the libraries.
    const validator =
      validators.get(key.hash) ?? createValidator(tool.inputSchema, { compile, patterns, budget });
    validators.set(key.hash, validator);
    return validator;
  }

  return { check };
}

/** Models and programs write null for what they leave out; whether a server takes that for an optional one, it says itself. */
function withoutOptionalNulls(args: JsonObject, { required }: JsonObject): JsonObject {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const isLeftOut = ([key, value]: readonly [string, unknown]): boolean =>
    value === null && !needed.includes(key);
  const entries = Object.entries(args);
  return entries.some(isLeftOut) ? Object.fromEntries(entries.filter((entry) => !isLeftOut(entry))) : args;
}
