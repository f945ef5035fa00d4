/** How severe a log message is, and whether a client that asked for a level wants it. */

const LEVELS: readonly unknown[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

export function isLogLevel(value: unknown): value is string {
  return LEVELS.includes(value);
}

/** A message of a level that nobody knows is shown: hiding it could hide what matters. */
export function isWanted(level: unknown, least: string | undefined): boolean {
  if (least === undefined) return false;
  const rank = LEVELS.indexOf(level);
  return rank === -1 || rank >= LEVELS.indexOf(least);
}

/** The level that lets through what every one of these wants. */
export function mostVerbose(levels: Iterable<string>): string | undefined {
  return [...levels].sort((a, b) => LEVELS.indexOf(a) - LEVELS.indexOf(b))[0];
}
