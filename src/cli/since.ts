/** `--since 24h`: how far back to look. */
import { TackleError } from "../errors.ts";
import type { Option, OptionValues } from "./command.ts";

export const SINCE_OPTION = {
  since: { type: "string", value: "AGE", description: "How far back: 30m, 24h, 7d (default 30d)" },
} as const satisfies Record<string, Option>;

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds since the epoch. */
export function sinceOf(options: OptionValues): number {
  const text = options.text("since") ?? "30d";
  const [, count, unit = ""] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return Date.now() - Number(count) * (UNITS[unit] ?? 0);
  throw new TackleError({
    code: "usage",
    message: `--since cannot be '${text}'`,
    hint: "Write a number and m, h or d, such as 24h.",
  });
}
