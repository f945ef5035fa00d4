/**
 * The sentences that all formats share. A file says the same thing about the same mistake, whatever its ending.
 * Texts from the file are cut before they are quoted.
 */
import { ConfigSyntaxError, EmptyFileError, MAX_DEPTH } from "./format.ts";
import type { ConfigPath, Position } from "./node.ts";
import { FILE_START } from "./position.ts";

const QUOTE_LIMIT = 60;

/** The file has no value in it, only blank space and comments at most. */
export function emptyFile(): EmptyFileError {
  return new EmptyFileError("the file is empty", FILE_START, "Add servers, or remove the file.");
}

/** A map gives the same key a second time. */
export function keyGivenTwice(key: string, first: Position | undefined, second: Position): ConfigSyntaxError {
  const where =
    first === undefined ? "" : `; it is first given on line ${first.line}, column ${first.column}`;
  return new ConfigSyntaxError(`the key ${quoted(key)} is given twice${where}`, second);
}

/** Lists and maps are nested further than any configuration needs. */
export function tooDeep(at: Position): ConfigSyntaxError {
  return new ConfigSyntaxError(`lists and maps are nested more than ${MAX_DEPTH} levels deep here`, at);
}

/** A number that JSON-like data cannot hold. */
export function notFinite(source: string, at: Position): ConfigSyntaxError {
  return new ConfigSyntaxError(`${cut(source)} is not a finite number`, at);
}

/** A key or text as it may appear in a message: quoted, escaped, cut. */
export function quoted(text: string): string {
  return JSON.stringify(cut(text));
}

/** A path as it may appear in a message, such as `servers.files.args[0]`. */
export function pathText(path: ConfigPath): string {
  if (path.length === 0) return "the top of the file";
  let shown = "";
  for (const step of path) {
    if (typeof step === "number") shown += `[${step}]`;
    else shown += `${shown === "" ? "" : "."}${/^[\w-]{1,60}$/.test(step) ? step : quoted(step)}`;
  }
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
}

function cut(text: string): string {
  return text.length > QUOTE_LIMIT ? `${text.slice(0, QUOTE_LIMIT)}…` : text;
}
