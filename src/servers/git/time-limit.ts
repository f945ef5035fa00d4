/** How long one git may run. */
export const GIT_TIMEOUT_MS = 60_000;
