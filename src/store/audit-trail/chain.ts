/**
 * The chain itself: `hash = sha256(hash of the one before + body)`. `audit_state` holds where it begins (the anchor:
 * the last event that retention removed, or the end of a damaged file) and where it ends (the head).
 */
import { hash } from "node:crypto";
import { settleEvent, type AuditEvent } from "./event.ts";
import type { Connection } from "../database/connection.ts";

export interface Link {
  readonly seq: number;
  readonly hash: string;
}

export interface ChainState {
  readonly anchor: Link;
  readonly head: Link;
}

const GENESIS: Link = { seq: 0, hash: "0".repeat(64) };

/** Hashes are of one length, so that joining them needs no separator. */
export function linkHash(previousHash: string, body: string): string {
  return hash("sha256", previousHash + body);
}

/** Undefined when somebody removed the row. */
export function readChainState(connection: Connection): ChainState | undefined {
  const row = connection.get<StateRow>("SELECT * FROM audit_state WHERE id = 1");
  if (row === undefined) return undefined;
  return {
    anchor: { seq: row.anchor_seq, hash: row.anchor_hash },
    head: { seq: row.head_seq, hash: row.head_hash },
  };
}

interface StateRow {
  readonly anchor_seq: number;
  readonly anchor_hash: string;
  readonly head_seq: number;
  readonly head_hash: string;
}

/** Adds the events at the end; only inside an immediate transaction, where no other process can add in between. */
export function appendEvents(connection: Connection, events: readonly AuditEvent[]): void {
  const state = readChainState(connection);
  const last = lastSeq(connection);
  let head = state?.head ?? { seq: last, hash: GENESIS.hash };
  // A chain without its head was tampered with. It goes on, and the first event tells.
  const all = state === undefined ? [missingHead(), ...events] : events;
  // A row that somebody put behind the head is stepped over, not overwritten: it is evidence.
  let seq = Math.max(head.seq, last);
  for (const event of all) {
    seq += 1;
    // The text itself is stored and hashed, so its form needs no rule.
    const body = JSON.stringify({ ...event, seq, hash: undefined });
    head = { seq, hash: linkHash(head.hash, body) };
    connection.runInOrder("INSERT INTO audit (seq, body, hash) VALUES (?, ?, ?)", [seq, body, head.hash]);
  }
  writeState(connection, { anchor: state?.anchor ?? GENESIS, head });
}

/** Lets an empty chain go on from where another one ended. */
export function moveHead(connection: Connection, head: Link): void {
  writeState(connection, { anchor: head, head });
}

/** Removes the events up to and with this one; those behind stay verifiable. Only inside a transaction. */
export function cutChain(connection: Connection, through: Link): number {
  const state = readChainState(connection);
  if (state === undefined) return 0;
  writeState(connection, { anchor: through, head: state.head });
  return connection.run("DELETE FROM audit WHERE seq <= $seq", { seq: through.seq });
}

function writeState(connection: Connection, { anchor, head }: ChainState): void {
  connection.run(
    `INSERT INTO audit_state (id, anchor_seq, anchor_hash, head_seq, head_hash)
     VALUES (1, $anchorSeq, $anchorHash, $headSeq, $headHash)
     ON CONFLICT (id) DO UPDATE SET anchor_seq = excluded.anchor_seq, anchor_hash = excluded.anchor_hash,
       head_seq = excluded.head_seq, head_hash = excluded.head_hash`,
    { anchorSeq: anchor.seq, anchorHash: anchor.hash, headSeq: head.seq, headHash: head.hash },
  );
}

function lastSeq(connection: Connection): number {
  return connection.get<{ last: number | null }>("SELECT max(seq) AS last FROM audit")?.last ?? 0;
}

function missingHead(): AuditEvent {
  return settleEvent({
    time: Date.now(),
    type: "gap",
    subject: { kind: "system", name: "tacklebox" },
    detail: { reason: "the head of the chain was missing; events before this one may be missing too" },
  });
}
