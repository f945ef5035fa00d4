/** JSON with sorted keys: equal data give equal text, whatever order it was written in. For plain data without cycles. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner) ? sorted(inner) : inner,
  );
}

function sorted(object: object): object {
  const keys = Object.keys(object).sort();
  const result = Object.create(null) as Record<string, unknown>;
  for (const key of keys) result[key] = (object as Record<string, unknown>)[key];
  return result;
}
