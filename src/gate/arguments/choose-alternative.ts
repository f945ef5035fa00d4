/**
 * Of several alternatives that all did not fit, which one was meant? The only one that takes a value of this type, or the
 * only one whose constants (`type: "circle"`) agree with it. Guesses no further: otherwise all of them are described.
 */
import { describeSchema, typesOf } from "./describe-schema.ts";
import { dereference, isSchemaObject, namedSchemasIn, type Schema, type SchemaObject } from "./schema.ts";

export type Choice =
  | { readonly kind: "branch"; readonly schema: SchemaObject }
  /** All alternatives tell themselves apart by this property, and its value fits none of them. */
  | { readonly kind: "property"; readonly name: string; readonly expected: string; readonly value: unknown }
  | { readonly kind: "none" };

export interface GivenValue {
  readonly value: unknown;
  readonly root: SchemaObject;
}

export function chooseAlternative(branches: readonly Schema[], { value, root }: GivenValue): Choice {
  const fitting = branches.filter(isSchemaObject).filter((branch) => mayBeOfType(branch, { value, root }));
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return { kind: "branch", schema: only };
  if (!isSchemaObject(value)) return { kind: "none" };
  const agreeing = fitting.filter((branch) =>
    constantsOf(branch, root).every(([name, list]) => agrees(value[name], list)),
  );
  const [meant, ...more] = agreeing;
  if (meant === undefined) return chooseProperty(fitting, { value, root });
  return more.length === 0 ? { kind: "branch", schema: meant } : { kind: "none" };
}

/** The first property that is a constant in every alternative. */
function chooseProperty(branches: readonly Schema[], { value, root }: GivenValue): Choice {
  const constants = branches.map((branch) => new Map(constantsOf(branch, root)));
  for (const name of constants[0]?.keys() ?? []) {
    if (!constants.every((map) => map.has(name))) continue;
    const choices = constants.flatMap((map) => map.get(name) ?? []);
    const given = isSchemaObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (choices.includes(given)) continue;
    return {
      kind: "property",
      name,
      expected: describeSchema({ enum: [...new Set(choices)] }, root),
      value: given,
    };
  }
  return { kind: "none" };
}

function constantsOf(branch: Schema, root: SchemaObject): [string, readonly unknown[]][] {
  const resolved = dereference(branch, root);
  if (!isSchemaObject(resolved)) return [];
  return namedSchemasIn(resolved, "properties").flatMap(([name, property]) => {
    const inner = dereference(property, root);
    const list = isSchemaObject(inner) ? inner["enum"] : undefined;
    return Array.isArray(list) ? [[name, list as unknown[]]] : [];
  });
}

/** A property that is left out agrees with every constant. */
function agrees(value: unknown, list: readonly unknown[]): boolean {
  return value === undefined || list.includes(value);
}

function mayBeOfType(branch: Schema, { value, root }: GivenValue): boolean {
  const resolved = dereference(branch, root);
  if (!isSchemaObject(resolved)) return resolved;
  const types = typesOf(resolved);
  if (types.length > 0) return types.some((type) => isOfType(value, type));
  const list = resolved["enum"];
  if (Array.isArray(list)) return list.some((choice) => jsonType(choice) === jsonType(value));
  return "properties" in resolved ? jsonType(value) === "object" : true;
}

function isOfType(value: unknown, type: string): boolean {
  // A fraction where a whole number is wanted is still meant as that number.
  return jsonType(value) === (type === "integer" ? "number" : type);
}

function jsonType(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
