/** How long a command may run, and how long its call may therefore take. Loads nothing: the box asks before the server is started. */
import type { JsonObject } from "../../types.ts";

export const DEFAULT_TIMEOUT_SECONDS = 30;

/** The longest that any call may take (see docs/servers.md), less what ending a stubborn tree needs. */
export const MAX_TIMEOUT_SECONDS = 590;

/** For ending what was started, also by force, and for reading the rest of its output: the answer must still be heard. */
const ENDING_MS = 8_000;

/** The arguments need not have been checked. */
export function commandDeadline({ timeout }: JsonObject): number {
  const seconds = typeof timeout === "number" && timeout > 0 ? timeout : DEFAULT_TIMEOUT_SECONDS;
  return Math.ceil(Math.min(seconds, MAX_TIMEOUT_SECONDS) * 1000) + ENDING_MS;
}
