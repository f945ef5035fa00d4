/** `--since 24h`: how far back to look. */
import type { Option, OptionValues } from "./command.ts";
import { readDuration } from "./duration.ts";

export const SINCE_OPTION = {
  since: { type: "string", value: "TIME", description: "How far back: 30m, 24h, 7d (default: 30d)" },
} as const satisfies Record<string, Option>;

/** Milliseconds since the epoch. */
export function sinceOf(options: OptionValues): number {
  return Date.now() - readDuration(options.text("since") ?? "30d", { option: "since", leastMs: 0 });
}
