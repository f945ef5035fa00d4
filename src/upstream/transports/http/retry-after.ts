/** Reads `Retry-After` (RFC 9110 §10.2.3): seconds or a date. A server can ask us to wait, but not for ever. */

/** Milliseconds to wait, between 0 and `maxMs`; undefined when the header is absent or means nothing. */
export function parseRetryAfter(header: string | undefined, options: RetryAfterOptions): number | undefined {
  const text = header?.trim() ?? "";
  if (text === "" || text.length > 64) return undefined;
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, options.maxMs);
  // Only the three date forms of HTTP: Date.parse alone would also read "-5" or "1e9" as years.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(at - options.now, 0), options.maxMs);
}

export interface RetryAfterOptions {
  readonly now: number;
  readonly maxMs: number;
}
