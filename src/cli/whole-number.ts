/** Options that are a number of things: `--lines 100`, `--port 4747`. */
import { TackleError } from "../errors.ts";
import type { OptionValues } from "./command.ts";

export interface NumberRule {
  /** The option, without the dashes. */
  readonly name: string;
  readonly least: number;
  /** Undefined means any. */
  readonly most?: number;
}

/** Undefined when it was not given; throws with the option's name and what it would accept. */
export function readWholeNumber(
  options: OptionValues,
  { name, least, most }: NumberRule,
): number | undefined {
  const text = options.text(name);
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= (most ?? Number.POSITIVE_INFINITY)) return number;
  const range = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new TackleError({
    code: "usage",
    message: `--${name} cannot be '${text}'`,
    hint: `Give a whole number ${range}.`,
  });
}
