/**
 * How long a call to one of our own servers may take, where the user gave it no time: longer than the server's own limit, so that
 * it is the server that ends the work, with what there is of a result.
 */
import { commandDeadline } from "../servers/bash/time-limits.ts";
import { GIT_TIMEOUT_MS } from "../servers/git/time-limit.ts";
import { PAGE_LIMITS } from "../servers/web/page-limits.ts";
import type { InProcessServer, JsonObject } from "../types.ts";

/** For saying how it ended. */
const ENDING_MS = 5_000;

type DeadlineOf = (args: JsonObject) => number;

const DEADLINES: ReadonlyMap<string, DeadlineOf> = new Map<string, DeadlineOf>([
  ["bash", commandDeadline],
  ["git", () => GIT_TIMEOUT_MS + ENDING_MS],
  ["web", () => PAGE_LIMITS.deadlineMs + ENDING_MS],
]);

/** `others` are the servers of the program around us, which may have taken one of our names. */
export function builtInDeadlines(
  others: ReadonlyMap<string, unknown> = new Map(),
): (definition: InProcessServer, args: JsonObject) => number | undefined {
  return ({ builtin }, args) => (others.has(builtin) ? undefined : DEADLINES.get(builtin)?.(args));
}
