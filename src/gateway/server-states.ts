/** Every state that a server can be in, for those who count or check them. */
import type { ServerState } from "../types.ts";

export const SERVER_STATES: readonly ServerState[] = [
  "disabled",
  "untrusted",
  "invalid",
  "idle",
  "starting",
  "ready",
  "degraded",
  "needs-auth",
  "backing-off",
  "failed",
  "stopping",
];
