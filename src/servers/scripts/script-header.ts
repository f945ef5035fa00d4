/**
 * The doc comment at the top of a script: what it is for, and after `@parameters` a JSON Schema, to the comment's end. There is
 * nothing else to say there, so that everything else is a mistake and said to be one.
 */
import { messageOf, TackleError } from "../../errors.ts";
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { NO_PARAMETERS, type ScriptHeader } from "./script.ts";

export type ReadHeader =
  | { readonly ok: true; readonly header: ScriptHeader; readonly end: number }
  | { readonly ok: false; readonly line: number; readonly message: string };

const LONGEST_CHARS = 16 * 1024;
const TAG = "@parameters";

/** A text without the comment is a script without parameters. `end` is where the program begins. */
export function readHeader(text: string): ReadHeader {
  // A first line for a shell may stand before it.
  const start = /^(?:#![^\n]*\n)?\s*/.exec(text)?.[0].length ?? 0;
  if (!text.startsWith("/**", start) || text.startsWith("/**/", start))
    return { ok: true, header: { description: undefined, parameters: NO_PARAMETERS }, end: 0 };
  const close = text.indexOf("*/", start + 3);
  const firstLine = text.slice(0, start).split("\n").length;
  if (close === -1) return { ok: false, line: firstLine, message: "The comment at the top does not end" };
  const end = close + 2;
  if (end - start > LONGEST_CHARS)
    return {
      ok: false,
      line: firstLine,
      message: `The comment at the top has more than ${LONGEST_CHARS} characters`,
    };
  const lines = text
    .slice(start + 3, close)
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd());
  return readLines(lines, { firstLine, end });
}

function readLines(
  lines: readonly string[],
  { firstLine, end }: { firstLine: number; end: number },
): ReadHeader {
  const tag = lines.findIndex((line) => line.trimStart().startsWith("@"));
  const description = lines
    .slice(0, tag === -1 ? undefined : tag)
    .join("\n")
    .trim();
  const header = { description: description === "" ? undefined : description, parameters: NO_PARAMETERS };
  if (tag === -1) return { ok: true, header, end };
  const line = firstLine + tag;
  const written = (lines[tag] ?? "").trim();
  if (written !== TAG && !written.startsWith(`${TAG} `))
    return {
      ok: false,
      line,
      message: `'${written.split(/\s/, 1)[0]}' is not known here: there is only ${TAG}`,
    };
  const json = [written.slice(TAG.length), ...lines.slice(tag + 1)].join("\n");
  const parameters = readParameters(json);
  if (typeof parameters === "string") return { ok: false, line, message: parameters };
  return { ok: true, header: { ...header, parameters }, end };
}

/** The schema, or why it is none. Its finer points are judged by whoever checks arguments against it. */
export function readParameters(json: string): JsonObject | string {
  let schema: unknown;
  try {
    schema = JSON.parse(json);
  } catch (error) {
    return `The parameters are not JSON: ${messageOf(error)}`;
  }
  if (!isObject(schema) || schema["type"] !== "object")
    return 'The parameters must be a JSON Schema of an object: {"type": "object", "properties": {…}}';
  const { properties = {} } = schema;
  return isObject(properties) ? schema : 'The "properties" of the parameters must be an object';
}

/** The comment as text, with a line break behind it. Throws for a description that could not be read again. */
export function writeHeader({ description, parameters }: ScriptHeader): string {
  const words = (description ?? "").trim();
  if (words.includes("*/") || /^\s*@/m.test(words))
    throw new TackleError({
      code: "usage",
      message: "The description cannot be written into a comment",
      hint: "Leave out '*/', and '@' at the start of a line.",
    });
  const lines = words === "" ? [] : words.split("\n");
  // Only a text can hold these signs in JSON, and there the stroke may be escaped.
  const json = JSON.stringify(parameters, undefined, 2).replaceAll("*/", String.raw`*\/`);
  const schema = isNone(parameters) ? [] : [TAG, ...json.split("\n")];
  const gap = lines.length > 0 && schema.length > 0 ? [""] : [];
  const all = [...lines, ...gap, ...schema];
  return all.length === 0 ? "" : `/**\n${all.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

function isNone(parameters: JsonObject): boolean {
  return JSON.stringify(parameters) === JSON.stringify(NO_PARAMETERS);
}
