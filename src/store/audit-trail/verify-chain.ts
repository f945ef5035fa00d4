/** Walks the audit chain from its beginning to its end and stops at the first link that does not hold. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { linkHash, readChainState, type ChainState, type Link } from "./chain.ts";
import type { Database } from "../database.ts";

export type Verdict =
  | {
      readonly isIntact: true;
      readonly events: number;
      /** Where the trail begins: events up to this one were removed by retention, or are in a damaged file. */
      readonly anchor: Link;
      readonly head: Link;
    }
  | {
      readonly isIntact: false;
      /** The first place that does not hold. */
      readonly seq: number;
      readonly reason: "edited" | "missing" | "inserted" | "truncated" | "head-missing" | "other-chain";
      readonly message: string;
    };

interface Row {
  readonly seq: number;
  readonly body: string;
  readonly hash: string;
}

interface Ends {
  readonly state: ChainState | undefined;
  readonly first: number | null;
  readonly last: number | null;
}

const PAGE = 1_000;

/** Events that are added meanwhile are left for the next time; those that retention removes meanwhile are skipped. */
export async function verifyChain(database: Database, kept: Link | undefined): Promise<Verdict> {
  const { state, first, last } = readEnds(database);
  if (state === undefined)
    return broken("head-missing", last ?? 0, "The row that holds the chain's head is gone.");
  if (first !== null && first <= state.anchor.seq)
    return broken("inserted", first, `Event ${first} was put before the chain's beginning.`);
  if (last !== null && last > state.head.seq)
    return broken("inserted", last, `Event ${last} was put behind the chain's end, ${state.head.seq}.`);

  let previous = state.anchor;
  let isKeptSeen = kept === undefined || isSame(kept, previous) || kept.seq < previous.seq;
  while (previous.seq < state.head.seq) {
    const { rows, anchor } = readPage(database, previous.seq, state.head.seq);
    if (anchor !== undefined && anchor.seq > previous.seq) {
      previous = anchor;
      continue;
    }
    for (const row of rows) {
      const fault = judge(row, previous);
      if (fault !== undefined) return fault;
      previous = { seq: row.seq, hash: row.hash };
      isKeptSeen ||= kept !== undefined && isSame(kept, previous);
    }
    if (rows.length === 0)
      return broken(
        "truncated",
        previous.seq + 1,
        `The events ${previous.seq + 1} to ${state.head.seq} at the end are gone.`,
      );
    await nextTurn();
  }
  if (previous.hash !== state.head.hash)
    return broken(
      "edited",
      previous.seq,
      `Event ${previous.seq} is not the one that the chain's head names.`,
    );
  if (!isKeptSeen)
    return broken(
      "other-chain",
      kept?.seq ?? 0,
      `The chain does not hold the given head, event ${kept?.seq}.`,
    );
  return {
    isIntact: true,
    events: state.head.seq - state.anchor.seq,
    anchor: state.anchor,
    head: state.head,
  };
}

function judge(row: Row, previous: Link): Verdict | undefined {
  const expected = previous.seq + 1;
  if (row.seq !== expected) {
    const gone =
      row.seq - 1 === expected ? `Event ${expected} is` : `The events ${expected} to ${row.seq - 1} are`;
    return broken("missing", expected, `${gone} gone.`);
  }
  if (linkHash(previous.hash, row.body) !== row.hash)
    return broken("edited", row.seq, `Event ${row.seq} or the one before it is not what was written.`);
  return undefined;
}

/** One statement reads one moment: between two, another process may add events. */
function readEnds(database: Database): Ends {
  const row = database.read((connection) =>
    connection.get<EndsRow>(
      `SELECT ends.first, ends.last, anchor_seq, anchor_hash, head_seq, head_hash
       FROM (SELECT (SELECT min(seq) FROM audit) AS first, (SELECT max(seq) FROM audit) AS last) AS ends
       LEFT JOIN audit_state ON id = 1`,
    ),
  );
  const { first = null, last = null } = row ?? {};
  if (row === undefined || row.head_seq === null) return { state: undefined, first, last };
  const anchor = { seq: row.anchor_seq, hash: row.anchor_hash };
  return { state: { anchor, head: { seq: row.head_seq, hash: row.head_hash } }, first, last };
}

type EndsRow = { readonly first: number | null; readonly last: number | null } & (
  | { readonly head_seq: null }
  | {
      readonly anchor_seq: number;
      readonly anchor_hash: string;
      readonly head_seq: number;
      readonly head_hash: string;
    }
);

function readPage(
  database: Database,
  after: number,
  through: number,
): { rows: Row[]; anchor: Link | undefined } {
  return database.read((connection) => ({
    rows: connection.all<Row>(
      `SELECT seq, body, hash FROM audit WHERE seq > $after AND seq <= $through ORDER BY seq LIMIT ${PAGE}`,
      { after, through },
    ),
    // After the rows: an anchor that moved in between explains rows that are missing.
    anchor: readChainState(connection)?.anchor,
  }));
}

function isSame(one: Link, other: Link): boolean {
  return one.seq === other.seq && one.hash === other.hash;
}

function broken(
  reason: Extract<Verdict, { isIntact: false }>["reason"],
  seq: number,
  message: string,
): Verdict {
  return { isIntact: false, seq, reason, message };
}
