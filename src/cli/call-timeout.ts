/** `--timeout` of commands that call a tool. A number alone is milliseconds, as in the configuration. */
import type { Option, OptionValues } from "./command.ts";
import { LONGEST_TIMER_MS, readOptionalDuration } from "./duration.ts";

export const CALL_TIMEOUT_OPTION = {
  timeout: {
    type: "string",
    value: "TIME",
    description: "How long a call may take: 500ms, 30s, 2m; a number alone is milliseconds",
  },
} as const satisfies Record<string, Option>;

/** In milliseconds; undefined when it was not given. */
export function readCallTimeout(options: OptionValues): number | undefined {
  const rule = { option: "timeout", bare: "ms", mostMs: LONGEST_TIMER_MS } as const;
  return readOptionalDuration(options.text("timeout"), rule);
}
