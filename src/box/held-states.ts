/** The states of servers that are only a name: nothing runs behind it that could be asked anything, nor may. */
import type { ServerState } from "../types.ts";

export const HELD_STATES: ReadonlySet<ServerState> = new Set(["disabled", "untrusted", "invalid"]);
