/** A span of time as people write it: `500ms`, `30s`, `2m`, `24h`, `7d`. The one parser for every option that takes one. */
import { TackleError } from "../errors.ts";

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const UNIT_NAMES = { ms: "milliseconds", s: "seconds" };

/** Longer than anybody means, and within what a date can hold. */
const LONGEST_MS = 99_999 * UNITS.d;
/** Just below what a timer can count; a longer one would fire at once. */
export const LONGEST_TIMER_MS = 24 * UNITS.d;

export interface DurationRule {
  /** Its name, without the dashes. */
  readonly option: string;
  /** The unit of a number alone; without it, every span needs its unit. */
  readonly bare?: keyof typeof UNIT_NAMES;
  readonly leastMs?: number;
  readonly mostMs?: number;
}

/** In whole milliseconds; throws with the option's name and what it would accept. */
export function readDuration(text: string, rule: DurationRule): number {
  const { option, bare, leastMs = 1, mostMs = LONGEST_MS } = rule;
  const [, count, written = bare] = /^(\d{1,15}(?:\.\d{1,3})?)(ms|[smhd])?$/.exec(text) ?? [];
  const unit = isUnit(written) ? UNITS[written] : Number.NaN;
  const milliseconds = Math.round(Number(count) * unit);
  if (milliseconds >= leastMs && milliseconds <= mostMs) return milliseconds;
  const message = `--${option} cannot be '${text}'`;
  throw new TackleError({ code: "usage", message, hint: hintFor(milliseconds, { bare, leastMs, mostMs }) });
}

export function readOptionalDuration(text: string | undefined, rule: DurationRule): number | undefined {
  return text === undefined ? undefined : readDuration(text, rule);
}

function isUnit(text: string | undefined): text is keyof typeof UNITS {
  return text !== undefined && Object.hasOwn(UNITS, text);
}

interface Limits {
  readonly bare: DurationRule["bare"] | undefined;
  readonly leastMs: number;
  readonly mostMs: number;
}

function hintFor(milliseconds: number, { bare, leastMs, mostMs }: Limits): string {
  if (!Number.isNaN(milliseconds))
    return `It must be from ${describeDuration(leastMs)} to ${describeDuration(mostMs)}.`;
  const alone = bare === undefined ? "" : ` A number alone is ${UNIT_NAMES[bare]}.`;
  return `Write a number and its unit: 500ms, 30s, 2m, 24h or 7d.${alone}`;
}

/** In the largest unit that gives a whole number. */
export function describeDuration(milliseconds: number): string {
  const [unit = "ms", size = 1] =
    Object.entries(UNITS).findLast(([, one]) => milliseconds >= one && milliseconds % one === 0) ?? [];
  return `${milliseconds / size}${unit}`;
}
