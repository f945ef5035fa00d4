/** Whether a value that came from outside is an object with keys: neither null nor a list. */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
