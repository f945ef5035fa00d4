/**
 * Copies what can still be read of one database into another: decisions out of a damaged or read-only file, so that
 * losing the file does not silently turn changed tools into new ones; history out of memory, when the disk is back.
 */
import type { SQLInputValue } from "node:sqlite";
import { appendEvents, moveHead, readChainState } from "../audit-trail/chain.ts";
import type { AuditEvent } from "../audit-trail/event.ts";
import type { Connection } from "./connection.ts";

interface Table {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Of two rows with the same key the later one stays. */
  readonly time: string;
}

const PINS: Table = {
  name: "pins",
  key: ["server", "tool"],
  columns: ["server", "tool", "fingerprint", "definition", "pinned_at", "approved_by"],
  time: "pinned_at",
};

const APPROVALS: Table = {
  name: "approvals",
  key: ["server_fingerprint", "tool_fingerprint"],
  columns: ["server_fingerprint", "tool_fingerprint", "server", "tool", "decided_at", "decided_by"],
  time: "decided_at",
};

const CALLS: Table = {
  name: "calls",
  key: ["id"],
  columns: `id parent started_at duration_ms server tool caller caller_name outcome error bytes_in bytes_out
    arguments_hash arguments from_cache kind`.split(/\s+/),
  time: "started_at",
};

export interface CarriedOver {
  readonly pins: number;
  readonly approvals: number;
}

/** Pins, approvals and the point from which the audit chain goes on. What cannot be read is left out. */
export function carryOverDecisions(source: Connection, target: Connection): CarriedOver {
  return target.transaction(() => {
    carryOverHead(source, target);
    return { pins: copyTable(source, target, PINS), approvals: copyTable(source, target, APPROVALS) };
  });
}

/** Everything that was recorded in memory. Its audit events get new places at the end of the file's chain. */
export function carryOverAll(source: Connection, target: Connection): void {
  target.transaction(() => {
    copyTable(source, target, PINS);
    copyTable(source, target, APPROVALS);
    copyTable(source, target, CALLS);
    const bodies = source.all<{ body: string }>("SELECT body FROM audit ORDER BY seq");
    appendEvents(
      target,
      bodies.map(({ body }) => JSON.parse(body) as AuditEvent),
    );
  });
}

function copyTable(source: Connection, target: Connection, table: Table): number {
  const { name, key, columns, time } = table;
  const others = columns.filter((column) => !key.includes(column));
  const insert = `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${columns.map((column) => `$${column}`).join(", ")})
    ON CONFLICT (${key.join(", ")}) DO UPDATE
    SET ${others.map((column) => `${column} = excluded.${column}`).join(", ")}
    WHERE excluded.${time} > ${name}.${time}`;
  let copied = 0;
  for (const row of readableRows(source, `SELECT ${columns.join(", ")} FROM ${name}`)) {
    copied += target.run(insert, row);
  }
  return copied;
}

/** The rows up to the first damaged page. */
function* readableRows(source: Connection, sql: string): Generator<Record<string, SQLInputValue>> {
  try {
    yield* source.iterate<Record<string, SQLInputValue>>(sql);
  } catch {
    // This is a rescue out of a file of which we know that it is damaged; the caller says how much came through.
  }
}

function carryOverHead(source: Connection, target: Connection): void {
  try {
    const state = readChainState(source);
    if (state !== undefined && readChainState(target)?.head.seq === 0) moveHead(target, state.head);
  } catch {
    // The old chain's end is unreadable, so a new chain begins; the old events stay in the file that was set aside.
  }
}
