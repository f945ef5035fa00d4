/** A server's value as text: its own when it is one, and nothing for anything else. */
export function textOf(value: unknown, fallback = ""): string {
  return typeof value === "string" ? value : fallback;
}
