/** The first sentence of a description is for people; the whole is in `--json`. */
export function firstSentence(description: unknown): string {
  if (typeof description !== "string") return "";
  const [line = ""] = description.trim().split(/\n|(?<=\.) /);
  return line;
}
