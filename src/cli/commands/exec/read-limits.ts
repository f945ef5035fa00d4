/** `--timeout`, `--memory` and `--calls` → the limits of a program. */
import { TackleError } from "../../../errors.ts";
import { DEFAULT_LIMITS, type Limits } from "../../../sandbox/limits.ts";
import type { Option, OptionValues } from "../../command.ts";
import { readOptionalDuration } from "../../duration.ts";

export const LIMIT_OPTIONS = {
  timeout: {
    type: "string",
    value: "TIME",
    description: "How long it may take: 500ms, 30s, 2m; a number alone is seconds (default: 30s)",
  },
  memory: { type: "string", value: "MB", description: "Memory that its values may take (default: 64)" },
  calls: { type: "string", value: "N", description: "Calls that it may make (default: 200)" },
} as const satisfies Record<string, Option>;

const MIB = 1024 * 1024;
const LONGEST_MS = 86_400_000;
const LONGEST_CPU_MS = 3_600_000;

export function readLimits(options: OptionValues): Partial<Limits> {
  const wallMs = readOptionalDuration(options.text("timeout"), {
    option: "timeout",
    bare: "s",
    mostMs: LONGEST_MS,
  });
  const memory = readNumber(options, { name: "memory", most: 1024 });
  const calls = readNumber(options, { name: "calls", most: 100_000 });
  return {
    ...(wallMs === undefined ? undefined : timeLimits(wallMs)),
    ...(memory === undefined ? undefined : { memoryBytes: Math.round(memory * MIB) }),
    ...(calls === undefined ? undefined : { calls: Math.round(calls) }),
  };
}

/** Whoever gives a program more time means that it may use it for computing, too. */
function timeLimits(wallMs: number): Partial<Limits> {
  return { wallMs, cpuMs: Math.min(LONGEST_CPU_MS, Math.max(DEFAULT_LIMITS.cpuMs, wallMs)) };
}

function readNumber(
  options: OptionValues,
  { name, most }: { readonly name: "memory" | "calls"; readonly most: number },
): number | undefined {
  const text = options.text(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  const pattern = name === "calls" ? /^\d+$/ : /^\d+(\.\d{1,3})?$/;
  if (pattern.test(text) && value > 0 && value <= most) return value;
  throw new TackleError({
    code: "usage",
    message: `--${name} cannot be '${text}'`,
    hint: `Give a number up to ${most}.`,
  });
}
