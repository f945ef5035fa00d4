/** Values and names of unknown origin, short and harmless enough to stand in a message. */
import { toTerminalText } from "../../util/terminal-text.ts";

const MAX_TEXT = 60;
const MAX_NAMES = 8;

/** One line of at most `max` characters; secrets in it are redacted by whoever shows the message. */
export function safeText(text: string, max = MAX_TEXT): string {
  // Cut first: making a text of megabytes safe, to show 60 characters of it, would be a waste.
  const line = toTerminalText(text.slice(0, max + 1).replaceAll(/\s+/g, " ")).trim();
  return line.length <= max
    ? line
    : `${Array.from(line)
        .slice(0, max - 1)
        .join("")}…`;
}

/** A value as it would be written in JSON, or what it is when that would be long. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return `"${safeText(value)}"`;
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (typeof value !== "object" || value === null) return safeText(JSON.stringify(value) ?? typeof value);
  const keys = Object.keys(value);
  return keys.length === 0 ? "an empty object" : `an object with ${listNames(keys)}`;
}

/** `'a', 'b' and 3 more` */
export function listNames(names: readonly string[], max = MAX_NAMES): string {
  return listWith(names, { max, word: "and", show: (name) => `'${safeText(name)}'` });
}

/** `"a", "b" or 3 more` */
export function listValues(values: readonly unknown[], max: number): string {
  return listWith(values, { max, word: "or", show: describeValue });
}

interface ListRules<Item> {
  readonly max: number;
  readonly word: "and" | "or";
  readonly show: (item: Item) => string;
}

function listWith<Item>(items: readonly Item[], { max, word, show }: ListRules<Item>): string {
  const isCut = items.length > max + 1;
  const shown = items.slice(0, isCut ? max : items.length).map(show);
  const last = isCut ? `${items.length - max} more` : shown.pop();
  return shown.length === 0 ? (last ?? "") : `${shown.join(", ")} ${word} ${last}`;
}

/** `a.b[0]`; names that are no identifiers are written as in JavaScript. */
export function describePath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, part) => text + describeStep(part, text === ""), "");
}

function describeStep(part: string | number, isFirst: boolean): string {
  if (typeof part === "number") return `[${part}]`;
  if (!/^[\p{L}_$@][\p{L}\p{N}_$@-]*$/u.test(part))
    return isFirst && !/[.[\]]/.test(part) ? safeText(part) : `["${safeText(part)}"]`;
  return isFirst ? safeText(part) : `.${safeText(part)}`;
}
