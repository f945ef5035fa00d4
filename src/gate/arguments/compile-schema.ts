/**
 * Compiles a prepared schema with ajv, in an instance of its own: what one server's schema defines can never be seen by
 * another's, and everything goes with the last reference to the result. ajv is loaded at the first use, not before.
 */
import type { _, Ajv2020, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { formatTests } from "./formats.ts";
import type { Patterns } from "./linear-pattern.ts";
import { addOwnKeywords } from "./own-keywords.ts";
import type { SchemaObject } from "./schema.ts";
import type { WorkBudget } from "./work-budget.ts";

export interface CompileRequest {
  /** As `prepareSchema` gave it. */
  readonly schema: SchemaObject;
  readonly patterns: Patterns | undefined;
  readonly budget: WorkBudget;
}

export interface Compiled {
  /** Everything that is wrong with the value by the schema, or by one inside of it. */
  readonly errorsOf: (schema: SchemaObject, value: unknown) => readonly ErrorObject[];
  /** Whether a pattern that we cannot decide was passed over since the last call of this. */
  readonly takeUndecided: () => boolean;
}

export type Compile = (request: CompileRequest) => Compiled;

/** Loads ajv; the first time this takes some tens of milliseconds. */
export async function loadCompiler(): Promise<Compile> {
  const ajv = await import("ajv/dist/2020.js");
  return (request) => compile(ajv, request);
}

/** What we need of the library. */
interface AjvModule {
  readonly Ajv2020: typeof Ajv2020;
  readonly _: typeof _;
}

function compile(ajv: AjvModule, { schema, patterns, budget }: CompileRequest): Compiled {
  const usesUnevaluated = JSON.stringify(schema).includes('"unevaluated');
  let isUndecided = false;

  function createAjv(): Ajv2020 {
    const instance = new ajv.Ajv2020({
      // Also the cheaper way: code that stops at the first error is nested as deep as the schema is wide.
      allErrors: true,
      strict: false,
      // The schema is ours, so that there is nothing to validate in it.
      validateSchema: false,
      meta: false,
      addUsedSchema: false,
      logger: false,
      messages: false,
      // Errors carry the schema and the value, from which we write our own messages.
      verbose: true,
      // An inlined definition is compiled once for every reference to it.
      inlineRefs: false,
      // `constructor` is a property only where the arguments have it.
      ownProperties: true,
      multipleOfPrecision: 9,
      formats: formatTests(),
      code: { regExp: Object.assign(useLinearPattern, { code: "" }), optimize: false },
    });
    // Without it the first alternative that fits is enough; with it every one must be run.
    instance.opts.unevaluated = usesUnevaluated;
    addOwnKeywords(instance, { budget, code: ajv._ });
    return instance;
  }

  function useLinearPattern(source: string): { test(text: string): boolean; toString(): string } {
    const pattern = patterns?.find(source);
    return {
      test(text) {
        const answer = pattern?.test(text);
        if (answer === undefined) isUndecided = true;
        return answer ?? true;
      },
      // ajv takes patterns with the same text for the same pattern.
      toString: () => source,
    };
  }

  /** The schema itself, and those alternatives in it that were asked for to explain an error. */
  const known = new WeakMap<SchemaObject, ValidateFunction>();

  function validatorOf(inner: SchemaObject): ValidateFunction {
    const validate = known.get(inner) ?? createAjv().compile({ ...inner, $defs: schema["$defs"] });
    known.set(inner, validate);
    return validate;
  }

  validatorOf(schema);
  return {
    errorsOf(inner, value) {
      const validate = validatorOf(inner);
      return validate(value) ? [] : (validate.errors ?? []);
    },
    takeUndecided() {
      const was = isUndecided;
      isUndecided = false;
      return was;
    },
  };
}
