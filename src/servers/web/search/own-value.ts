/** A field of somebody else's JSON: only its own, and only of an object. */
import { isObject } from "../../../util/is-object.ts";

export function ownValue(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function ownList(value: unknown, name: string): readonly unknown[] | undefined {
  const list = ownValue(value, name);
  return Array.isArray(list) ? list : undefined;
}
