/**
 * When no alternative of an `anyOf` fits, ajv reports what is wrong with each of them, and then that none fits. The last
 * one speaks for all; this takes the others away, together with repetitions of the same kind.
 */
import type { ErrorObject } from "ajv/dist/2020.js";
import { isSchemaObject, lookUp, type SchemaObject } from "./schema.ts";

/** The errors without those that come from inside of an alternative. */
export function dropAlternatives(errors: readonly ErrorObject[], root: SchemaObject): ErrorObject[] {
  const inside = new Map<unknown, ReadonlySet<unknown>>();
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === "anyOf" || error.keyword === "oneOf") {
      const schemas = inside.get(error.schema) ?? schemasBelow(error.schema, root);
      inside.set(error.schema, schemas);
      // They stand directly before it. The path of their schema does not tell: a reference starts a new one.
      while (isFrom(kept.at(-1), { union: error, schemas })) kept.pop();
    }
    kept.push(error);
  }
  // These only repeat that something inside, which has an error of its own, did not fit.
  const others = kept.filter(({ keyword }) => keyword !== "if" && keyword !== "propertyNames");
  return others.length > 0 ? others : kept;
}

interface Alternatives {
  readonly union: ErrorObject;
  /** Every schema that takes part in one of them. */
  readonly schemas: ReadonlySet<unknown>;
}

function isFrom(error: ErrorObject | undefined, { union, schemas }: Alternatives): boolean {
  if (error === undefined || !schemas.has(error.parentSchema)) return false;
  return error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`);
}

function schemasBelow(top: unknown, root: SchemaObject): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  const open: unknown[] = [top];
  while (open.length > 0) {
    const current = open.pop();
    if (typeof current !== "object" || current === null || found.has(current)) continue;
    found.add(current);
    open.push(...Object.values(current));
    if (isSchemaObject(current)) open.push(lookUp(current["$ref"], root));
  }
  return found;
}
