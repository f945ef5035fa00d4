/**
 * What happened and who decided it, as a chain of hashes that grows only at its end, over all processes. What was
 * flushed survives the end of the process, however it ends; a power cut may cost the last events, never the chain.
 *
 * `verify` finds an event that was edited, removed, moved, put in between or behind the end, and an end that was cut off.
 * It cannot find what leaves no contradiction: whoever may write the file can compute the whole chain anew, remove the
 * file, or bring back an old copy. Keep the head that `verify` returns elsewhere and hand it to the next `verify`:
 * those are then found too.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { appendEvents, cutChain, type Link } from "./audit-trail/chain.ts";
import { settleEvent, type AuditEvent, type AuditType, type StoredAuditEvent } from "./audit-trail/event.ts";
import { Batch, type BatchHealth } from "./batch.ts";
import type { Connection, Values } from "./database/connection.ts";
import type { Database } from "./database.ts";
import { rowLimit } from "./row-limit.ts";
import { verifyChain, type Verdict } from "./audit-trail/verify-chain.ts";
import type { OnWarning } from "./warning.ts";

export interface AuditQuery {
  /** 50 unless told. */
  readonly limit?: number;
  readonly type?: AuditType;
  readonly server?: string;
  /** Milliseconds since the epoch. */
  readonly since?: number;
}

interface AuditRow {
  readonly seq: number;
  readonly body: string;
  readonly hash: string;
}

const PAGE = 500;

export class AuditTrail {
  readonly #database: Database;
  readonly #batch: Batch<AuditEvent>;

  constructor(database: Database, onWarning: OnWarning) {
    this.#database = database;
    this.#batch = new Batch({
      what: "audit events",
      write: (events, { lost, waitMs }) =>
        database.write(
          (connection) => appendEvents(connection, lost === 0 ? events : [gap(lost), ...events]),
          { waitMs },
        ),
      onWarning,
    });
  }

  /** Never throws and never waits. Who must know that it is written calls `flush`. */
  append(event: AuditEvent): void {
    this.#batch.add(settleEvent(event));
  }

  /** Newest first. */
  read({ limit = 50, type, server, since }: AuditQuery = {}): readonly StoredAuditEvent[] {
    this.#batch.flushBriefly();
    const sql = `SELECT seq, body, hash FROM audit
      WHERE ($type IS NULL OR type = $type) AND ($server IS NULL OR server = $server)
        AND ($since IS NULL OR time >= $since)
      ORDER BY seq DESC LIMIT $limit`;
    const values: Values = {
      limit: rowLimit(limit),
      type: type ?? null,
      server: server ?? null,
      since: since ?? null,
    };
    return this.#database.read((connection) => connection.all<AuditRow>(sql, values).map(parse));
  }

  /** One line of JSON an event, oldest first. Without its `hash`, each line is the text that was hashed. */
  *exportLines({ since }: { readonly since?: number } = {}): Generator<string, void, undefined> {
    this.#batch.flush();
    const sql = `SELECT seq, body, hash FROM audit
      WHERE seq > $after AND ($since IS NULL OR time >= $since) ORDER BY seq LIMIT ${PAGE}`;
    for (let after = 0; ;) {
      const rows = this.#database.read((connection) =>
        connection.all<AuditRow>(sql, { after, since: since ?? null }),
      );
      for (const row of rows) yield `${row.body.slice(0, -1)},"hash":"${row.hash}"}`;
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.seq;
    }
  }

  /** Checks every link. `head`: one that was kept elsewhere, and that the chain must still hold. */
  async verify(options: { readonly head?: Link } = {}): Promise<Verdict> {
    this.#batch.flush();
    return await verifyChain(this.#database, options.head);
  }

  /** Removes the events of earlier days, never one that is younger, and says so in the trail; gives their number. */
  async prune({ olderThanDays }: { readonly olderThanDays: number }): Promise<number> {
    this.#batch.flush();
    const before = Date.now() - olderThanDays * 86_400_000;
    const firstKept = this.#database.read((connection) => firstSince(connection, before));
    let removed = 0;
    for (let step = PAGE; step === PAGE; await nextTurn()) {
      step = this.#database.write((connection) => removeStep(connection, firstKept));
      removed += step;
    }
    if (removed > 0) this.#batch.add(bySystem("retention", { removed, firstKept }));
    return removed;
  }

  /** Writes what is waiting; false when it could not. */
  flush(): boolean {
    return this.#batch.flush();
  }

  /** For the policy of what may happen while nothing can be written. */
  health(): BatchHealth & { readonly isDurable: boolean } {
    return { ...this.#batch.health(), isDurable: this.#database.isDurable };
  }

  close(): void {
    this.#batch.close();
  }
}

function firstSince(connection: Connection, time: number): number {
  const sql = `SELECT coalesce((SELECT min(seq) FROM audit WHERE time >= $time), (SELECT max(seq) + 1 FROM audit)) AS seq`;
  return connection.get<{ seq: number | null }>(sql, { time })?.seq ?? 0;
}

/** The last of the events that go becomes the chain's beginning. */
function removeStep(connection: Connection, firstKept: number): number {
  const last = connection.get<Link>(
    `SELECT seq, hash FROM (SELECT seq, hash FROM audit WHERE seq < $firstKept ORDER BY seq LIMIT ${PAGE})
     ORDER BY seq DESC LIMIT 1`,
    { firstKept },
  );
  return last === undefined ? 0 : cutChain(connection, last);
}

function gap(lost: number): AuditEvent {
  return bySystem("gap", { lost });
}

function bySystem(type: AuditType, detail: object): AuditEvent {
  return settleEvent({ time: Date.now(), type, subject: { kind: "system", name: "tacklebox" }, detail });
}

function parse({ seq, body, hash }: AuditRow): StoredAuditEvent {
  try {
    return { ...(JSON.parse(body) as AuditEvent), seq, hash };
  } catch {
    // `verify` says what happened to it; the other events must stay readable.
    return { ...bySystem("gap", { reason: "this event is damaged" }), time: 0, seq, hash };
  }
}
