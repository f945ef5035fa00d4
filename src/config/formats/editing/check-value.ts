/**
 * Looks at a value before it is written anywhere: what no file can hold, or what could reach a prototype when it is
 * read back elsewhere, is refused here and so never comes to a writer.
 */
import { EditRefused, MAX_DEPTH } from "../format.ts";
import type { Change } from "../format.ts";
import type { ConfigPath, ConfigValue } from "../node.ts";
import { pathText } from "../problems.ts";

/** Throws `EditRefused` for a change that no format could make. */
export function checkChange(change: Change): void {
  for (const step of change.path) {
    if (step === "__proto__") throw new EditRefused(`"__proto__" cannot be a key of a configuration file`);
    if (typeof step === "number" && !(Number.isSafeInteger(step) && step >= 0)) {
      throw new EditRefused(`${step} is no position in a list`);
    }
  }
  if (change.kind !== "append" && change.path.length === 0) {
    throw new EditRefused(
      `the whole file cannot be ${change.kind === "set" ? "replaced" : "removed"} by an edit`,
    );
  }
  if (change.kind !== "remove") checkValue(change.value, change.path);
}

/** Throws `EditRefused` for a value that cannot be written and read back. */
export function checkValue(value: ConfigValue, path: ConfigPath = []): void {
  if (path.length > MAX_DEPTH)
    throw new EditRefused(`the value is nested more than ${MAX_DEPTH} levels deep`);
  if (typeof value === "string" || typeof value === "boolean") return;
  if (typeof value === "number") {
    if (!Number.isFinite(value))
      throw new EditRefused(`${value} at ${pathText(path)} is not a finite number`);
    return;
  }
  // Callers in plain JavaScript, or values that were cast, can hold what the type forbids.
  if (typeof value !== "object" || value === null) {
    throw new EditRefused(`${String(value)} at ${pathText(path)} cannot be written to a configuration file`);
  }
  if (isList(value)) {
    value.forEach((item, index) => checkValue(item, [...path, index]));
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === "__proto__") throw new EditRefused(`"__proto__" cannot be a key of a configuration file`);
    checkValue(item, [...path, key]);
  }
}

/** `Array.isArray` that also knows about readonly arrays. */
export function isList(value: ConfigValue): value is readonly ConfigValue[] {
  return Array.isArray(value);
}

/** A map that is not a list. */
export function isMap(value: ConfigValue): value is { readonly [key: string]: ConfigValue } {
  return typeof value === "object" && !Array.isArray(value);
}
