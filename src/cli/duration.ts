/** A span of time as people write it: `30m`, `24h`, `7d`. */
import { TackleError } from "../errors.ts";

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** In milliseconds; throws with the option's name. */
export function readDuration(option: string, text: string): number {
  const [, count, unit = ""] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return Number(count) * (UNITS[unit] ?? 0);
  throw new TackleError({
    code: "usage",
    message: `--${option} cannot be '${text}'`,
    hint: "Write a number and m, h or d, such as 24h.",
  });
}
