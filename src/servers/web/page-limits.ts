/** What fetching one document may cost. */
export interface PageLimits {
  /** For all of it: names, connections, redirects, headers and body. */
  readonly deadlineMs: number;
  readonly maxBytes: number;
}

export const PAGE_LIMITS: PageLimits = { deadlineMs: 30_000, maxBytes: 5 * 1024 * 1024 };
