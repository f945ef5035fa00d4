/** Calls over time, for charts. */
import { TackleError } from "../../errors.ts";
import type { Connection } from "../database/connection.ts";

export interface TimelineQuery {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The length of a step in milliseconds, at least 1. */
  readonly bucketMs: number;
}

export interface TimeBucket {
  /** Milliseconds since the epoch, a multiple of the step. */
  readonly start: number;
  readonly calls: number;
  readonly errors: number;
  readonly averageMs: number;
}

/** More than any chart can show; the newest are kept. */
const MAX_BUCKETS = 5_000;

const TIMELINE = `
  SELECT started_at / $bucketMs * $bucketMs AS start, count(*) AS calls, sum(outcome <> 'ok') AS errors,
    avg(duration_ms) AS averageMs
  FROM calls WHERE started_at >= $since
  GROUP BY start ORDER BY start DESC LIMIT ${MAX_BUCKETS}`;

export function computeTimeline(connection: Connection, { since, bucketMs }: TimelineQuery): TimeBucket[] {
  if (!Number.isSafeInteger(bucketMs) || bucketMs < 1) {
    throw new TackleError({
      code: "usage",
      message: `A step of ${bucketMs} ms is not possible; expected a whole number of milliseconds, at least 1.`,
    });
  }
  // As a big integer: SQLite takes other numbers as fractions, and would then not round the division.
  const rows = connection.all<TimeBucket>(TIMELINE, { since, bucketMs: BigInt(bucketMs) });
  return rows.toReversed().map((row) => ({ ...row }));
}
