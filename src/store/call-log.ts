/**
 * Every call that was attempted. Recording costs the call only a push to a list; queries first write what is
 * waiting, so that they show the call that has just ended.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { SQLInputValue } from "node:sqlite";
import type { CallOutcome, CallRecord } from "../types.ts";
import { Batch, type BatchHealth } from "./batch.ts";
import { fromRow, toRow, type CallRow } from "./call-log/row.ts";
import { computeStats, type StatsQuery, type UsageStats } from "./call-log/stats.ts";
import { computeTimeline, type TimeBucket, type TimelineQuery } from "./call-log/timeline.ts";
import type { Connection, Values } from "./database/connection.ts";
import type { Database } from "./database.ts";
import { rowLimit } from "./row-limit.ts";
import type { OnWarning } from "./warning.ts";

export interface RecentQuery {
  /** 50 unless told. */
  readonly limit?: number;
  readonly server?: string;
  readonly tool?: string;
  readonly outcome?: CallOutcome;
  /** Milliseconds since the epoch. */
  readonly since?: number;
}

export interface Retention {
  readonly olderThanDays?: number;
  readonly maxRows?: number;
}

const INSERT = `
  INSERT INTO calls (id, parent, started_at, duration_ms, server, tool, caller, caller_name, outcome, error,
    bytes_in, bytes_out, arguments_hash, arguments, from_cache, kind)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO NOTHING`;

export class CallLog {
  readonly #database: Database;
  readonly #batch: Batch<readonly SQLInputValue[]>;

  constructor(database: Database, onWarning: OnWarning) {
    this.#database = database;
    this.#batch = new Batch({
      what: "call records",
      write: (rows, { waitMs }) =>
        database.write(
          (connection) => {
            for (const row of rows) connection.runInOrder(INSERT, row);
          },
          { waitMs },
        ),
      onWarning,
    });
  }

  /** Never throws and never waits. A second record with the same id is ignored. */
  record(call: CallRecord): void {
    this.#batch.add(toRow(call));
  }

  /** Newest first. */
  recent(query: RecentQuery = {}): readonly CallRecord[] {
    const { limit = 50, ...filter } = query;
    const values: Values = {
      ...(filter.server !== undefined && { server: filter.server }),
      ...(filter.tool !== undefined && { tool: filter.tool }),
      ...(filter.outcome !== undefined && { outcome: filter.outcome }),
      ...(filter.since !== undefined && { since: filter.since }),
    };
    const conditions = Object.keys(values).map((name) =>
      name === "since" ? "started_at >= $since" : `${name} = $${name}`,
    );
    const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
    const sql = `SELECT * FROM calls ${where} ORDER BY started_at DESC, number DESC LIMIT $limit`;
    return this.#query((connection) =>
      connection.all<CallRow>(sql, { ...values, limit: rowLimit(limit) }).map(fromRow),
    );
  }

  byId(id: string): CallRecord | undefined {
    const row = this.#query((connection) =>
      connection.get<CallRow>("SELECT * FROM calls WHERE id = $id", { id }),
    );
    return row === undefined ? undefined : fromRow(row);
  }

  /** Usage by tool or by server, most used first. */
  stats(query: StatsQuery): readonly UsageStats[] {
    return this.#query((connection) => computeStats(connection, query));
  }

  /** Calls in steps of time, oldest first; steps without a call are left out. */
  timeline(query: TimelineQuery): readonly TimeBucket[] {
    return this.#query((connection) => computeTimeline(connection, query));
  }

  /** Removes old calls, a few at a time so that others can write in between; says how many. */
  async prune({ olderThanDays, maxRows }: Retention): Promise<number> {
    this.#batch.flush();
    const before = olderThanDays === undefined ? undefined : Date.now() - olderThanDays * 86_400_000;
    let removed = before === undefined ? 0 : await this.#removeBefore(before);
    if (maxRows !== undefined) removed += await this.#removeBeyond(maxRows);
    if (removed > 0) this.#giveBackSpace();
    return removed;
  }

  /** Writes what is waiting; false when it could not. */
  flush(): boolean {
    return this.#batch.flush();
  }

  health(): BatchHealth {
    return this.#batch.health();
  }

  close(): void {
    this.#batch.close();
  }

  #query<Result>(work: (connection: Connection) => Result): Result {
    this.#batch.flushBriefly();
    return this.#database.read(work);
  }

  #removeBefore(before: number): Promise<number> {
    const chosen = "SELECT number FROM calls WHERE started_at < $before ORDER BY started_at LIMIT $count";
    return this.#removeInSteps(() => PRUNE_STEP, chosen, { before });
  }

  #removeBeyond(maxRows: number): Promise<number> {
    const count = "SELECT count(*) AS n FROM calls";
    const surplus = (): number =>
      this.#query((connection) => connection.get<{ n: number }>(count)?.n ?? 0) - maxRows;
    const chosen = "SELECT number FROM calls ORDER BY started_at LIMIT $count";
    return this.#removeInSteps(() => Math.max(0, Math.min(PRUNE_STEP, surplus())), chosen, {});
  }

  async #removeInSteps(stepSize: () => number, chosen: string, values: Values): Promise<number> {
    let removed = 0;
    for (;;) {
      const count = stepSize();
      const step = this.#database.write((connection) =>
        connection.run(`DELETE FROM calls WHERE number IN (${chosen})`, { ...values, count }),
      );
      removed += step;
      if (step < PRUNE_STEP) return removed;
      await nextTurn();
    }
  }

  #giveBackSpace(): void {
    this.#database.tryWrite("Space of removed calls", (connection) =>
      connection.exec("PRAGMA incremental_vacuum(2000)"),
    );
  }
}

const PRUNE_STEP = 2_000;
