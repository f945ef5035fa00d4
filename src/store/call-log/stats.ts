/** How much each tool (resource, prompt) or server was used, how often it failed and how long it took. */
import type { CallKind } from "../../types.ts";
import type { Connection } from "../database/connection.ts";
import { rowLimit } from "../row-limit.ts";

export interface StatsQuery {
  /** Milliseconds since the epoch; everything unless told. */
  readonly since?: number;
  readonly by: "tool" | "server";
  readonly limit?: number;
}

export interface UsageStats {
  readonly server: string;
  /** Undefined when counted by server; so is the tool. */
  readonly kind: CallKind | undefined;
  /** The name of a tool or a prompt, or the address of a resource. */
  readonly tool: string | undefined;
  readonly calls: number;
  /** Calls with any outcome other than `ok`. */
  readonly errors: number;
  /** 0 to 1. */
  readonly errorRate: number;
  readonly cached: number;
  /** Of the calls that reached the server; undefined when none did. */
  readonly p50Ms: number | undefined;
  readonly p95Ms: number | undefined;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly lastUsedAt: number;
}

/** Calls that ended before the server was asked say nothing about its speed; neither do those from the cache. */
const REACHED = "from_cache = 0 AND outcome NOT IN ('unknown-tool', 'invalid-arguments', 'denied', 'busy')";

/**
 * The durations of a group come as one JSON list: ranking them in SQL took four times as long. The plus signs make SQLite
 * go by time, and so look only at the calls that count, rather than at all calls in the order of the groups.
 */
const STATS = `
  SELECT server, CASE WHEN $by = 'tool' THEN tool END AS grouped_tool,
    CASE WHEN $by = 'tool' THEN kind END AS grouped_kind,
    count(*) AS calls,
    sum(outcome <> 'ok') AS errors,
    sum(from_cache) AS cached,
    json_group_array(round(duration_ms, 3)) FILTER (WHERE ${REACHED}) AS durations,
    total(bytes_in) AS bytes_in,
    total(bytes_out) AS bytes_out,
    max(started_at) AS last_used_at
  FROM calls WHERE started_at >= $since
  GROUP BY +server, +grouped_tool, +grouped_kind
  ORDER BY calls DESC, +server, +grouped_tool, +grouped_kind LIMIT $limit`;

interface StatsRow {
  readonly server: string;
  readonly grouped_tool: string | null;
  readonly grouped_kind: CallKind | null;
  readonly calls: number;
  readonly errors: number;
  readonly cached: number;
  readonly durations: string;
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly last_used_at: number;
}

export function computeStats(
  connection: Connection,
  { since = 0, by, limit = 1_000 }: StatsQuery,
): UsageStats[] {
  return connection.all<StatsRow>(STATS, { since, by, limit: rowLimit(limit) }).map(fromRow);
}

function fromRow(row: StatsRow): UsageStats {
  const durations = Float64Array.from(JSON.parse(row.durations) as number[]).sort();
  return {
    server: row.server,
    kind: row.grouped_kind ?? undefined,
    tool: row.grouped_tool ?? undefined,
    calls: row.calls,
    errors: row.errors,
    errorRate: row.errors / row.calls,
    cached: row.cached,
    p50Ms: percentile(durations, 50),
    p95Ms: percentile(durations, 95),
    bytesIn: row.bytes_in,
    bytesOut: row.bytes_out,
    lastUsedAt: row.last_used_at,
  };
}

/** By nearest rank: a real duration, none that never happened. */
function percentile(sorted: Float64Array, percent: number): number | undefined {
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1];
}
