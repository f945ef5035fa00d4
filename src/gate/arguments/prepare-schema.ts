/**
 * Turns a server's schema into one that is ours: 2020-12, known keywords only, every `$ref` leading to a definition
 * that we named. The library that compiles it never sees anything else of the server's: no identifiers, no dialects,
 * no references to elsewhere.
 */
import { createCopier } from "./copy-schema.ts";
import { dialectOf } from "./dialect.ts";
import { createReferenceFinder, type Reference } from "../../util/find-schema-reference.ts";
import type { Patterns } from "./linear-pattern.ts";
import { isSchemaObject, REFERENCE_PREFIX, type Schema, type SchemaObject } from "./schema.ts";

export type Preparation =
  | { readonly kind: "ready"; readonly schema: SchemaObject }
  /** Nothing can be checked by it; the reason is for the log and the doctor. */
  | { readonly kind: "unchecked"; readonly reason: string };

/** More schemas or more definitions take longer to compile than a caller should wait. */
const MAX_SCHEMAS = 1500;
const MAX_DEFINITIONS = 400;

/** The schema's size and depth must have been limited before. */
export function prepareSchema(original: SchemaObject, patterns: Patterns | undefined): Preparation {
  const dialect = dialectOf(original["$schema"]);
  if (dialect === undefined) return unchecked("its schema is of an unknown dialect");
  const find = createReferenceFinder(original);
  /** What references lead to → the name we gave it. */
  const names = new Map<unknown, string>();
  let problem: string | undefined;

  function nameOf(reference: string): string {
    const found = find(reference);
    if (found.kind !== "local") problem ??= PROBLEMS[found.kind];
    const target = found.kind === "local" ? found.target : true;
    const name = names.get(target) ?? `r${names.size}`;
    names.set(target, name);
    return REFERENCE_PREFIX + name;
  }

  const copier = createCopier({ nameOf, patterns, refStandsAlone: dialect.refStandsAlone });
  const root = copier.copy(original);
  const definitions: [string, Schema][] = [];
  // Copying a definition can find new ones; a Map's iterator goes on to what is added meanwhile.
  for (const [target, name] of names) {
    definitions.push([name, copier.copy(target)]);
    if (copier.copied() > MAX_SCHEMAS || names.size > MAX_DEFINITIONS) break;
  }
  if (copier.copied() > MAX_SCHEMAS)
    return unchecked(`its schema is made of more than ${MAX_SCHEMAS} schemas`);
  if (names.size > MAX_DEFINITIONS)
    return unchecked(`its schema refers to more than ${MAX_DEFINITIONS} definitions`);
  if (problem !== undefined) return unchecked(problem);
  if (!isSchemaObject(root)) return unchecked("its schema describes nothing");
  if (excludesObjects(root)) return unchecked("its schema does not describe an object");
  return { kind: "ready", schema: { ...root, $defs: Object.fromEntries(definitions) } };
}

const PROBLEMS: Readonly<Record<Exclude<Reference["kind"], "local">, string>> = {
  remote: "its schema refers to another document, which is never fetched",
  missing: "its schema refers to a part that it does not have",
};

function unchecked(reason: string): Preparation {
  return { kind: "unchecked", reason };
}

/** Arguments are always an object; a schema for something else would refuse every call. */
function excludesObjects({ type }: SchemaObject): boolean {
  return type !== undefined && type !== "object" && !(Array.isArray(type) && type.includes("object"));
}
