/**
 * JSON with sorted keys: equal data give equal text, whatever order it was written in. For plain data without cycles.
 * Written by hand because it is on the path of every record: a replacer for JSON.stringify takes four times as long.
 */
export function canonicalJson(value: unknown): string {
  return write(value) ?? (undefined as unknown as string);
}

/** Most objects are written in the same order every time, and some in the right one. */
function sortedKeys(object: object): readonly string[] {
  const keys = Object.keys(object);
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] ?? "") > (keys[index] ?? "")) return keys.sort();
  }
  return keys;
}

/** Undefined for what JSON leaves out. */
function write(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if ("toJSON" in value && typeof value.toJSON === "function") return write(value.toJSON());
  if (Array.isArray(value)) return `[${value.map((item) => write(item) ?? "null").join(",")}]`;
  let text = "";
  for (const key of sortedKeys(value)) {
    const member = write((value as Record<string, unknown>)[key]);
    if (member === undefined) continue;
    text += text === "" ? `${JSON.stringify(key)}:${member}` : `,${JSON.stringify(key)}:${member}`;
  }
  return `{${text}}`;
}
