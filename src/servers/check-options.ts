/** A server's `options` are its own: what it does not know is refused when it starts, because a misspelt limit would be no limit. */
import { TackleError } from "../errors.ts";
import type { OptionValue } from "../types.ts";
import { nearest } from "../util/nearest.ts";

export type ServerOwnOptions = Readonly<Record<string, OptionValue>>;

export function refuseUnknownOptions(options: ServerOwnOptions, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw wrongOption(`There is no option '${unknown}'`, hintFor(unknown, known));
}

/** Names that an option lists; a single one may stand alone. */
export function readNames(options: ServerOwnOptions, name: string): readonly string[] {
  const given = Object.hasOwn(options, name) ? options[name] : undefined;
  if (given === undefined) return [];
  if (typeof given === "string") return [given];
  if (Array.isArray(given)) return given;
  throw wrongOption(`'${name}' in the options is no list of names`, `Write a list, such as ["one", "two"].`);
}

export function wrongOption(message: string, hint: string, cause?: unknown): TackleError {
  return new TackleError({ code: "config", message, hint, cause });
}

function hintFor(unknown: string, known: readonly string[]): string {
  const [only] = known;
  if (only === undefined) return "This server has no options: remove it.";
  const [meant] = nearest(unknown, known);
  if (meant !== undefined) return `Did you mean '${meant}'?`;
  return known.length === 1
    ? `The only one is '${only}'.`
    : `There are ${known.map((name) => `'${name}'`).join(", ")}.`;
}
