/**
 * The content of a tool's definition as one short value: what a model and a person decide by. Equal content has an equal
 * fingerprint, whatever the order of its keys; anything else that a server adds (`_meta`, icons) does not count.
 */
import type { JsonObject, ToolDefinition } from "../types.ts";
import { canonicalJson } from "../util/canonical-json.ts";

export const DEFINING_FIELDS = [
  "name",
  "title",
  "description",
  "inputSchema",
  "outputSchema",
  "annotations",
] as const;

/** Definitions are immutable, so each is hashed once. */
const known = new WeakMap<ToolDefinition, string>();

/** SHA-256 in hexadecimal; the definition must not be nested too deep (definition-depth.ts). */
export function fingerprintOf(definition: ToolDefinition): string {
  const found = known.get(definition);
  if (found !== undefined) return found;
  const fingerprint = hashContent(DEFINING_FIELDS.map((field) => ownField(definition, field)));
  known.set(definition, fingerprint);
  return fingerprint;
}

/** A fingerprint of any plain data. */
export function hashContent(value: unknown): string {
  const { hash } = process.getBuiltinModule("node:crypto");
  return hash("sha256", canonicalJson(value), "hex");
}

/** A field's value, or undefined when it is absent or inherited. */
export function ownField(object: JsonObject, field: string): unknown {
  return Object.hasOwn(object, field) ? object[field] : undefined;
}
