/**
 * The tables, as a list of steps that only ever grows: a database's `user_version` says how many steps it has seen.
 * A published step is never edited.
 */
import { TackleError } from "../../errors.ts";
import type { Connection } from "./connection.ts";
import { UnusableFile } from "./sqlite-failure.ts";

const CALLS = `
  CREATE TABLE calls (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    parent TEXT,
    started_at INTEGER NOT NULL,
    duration_ms REAL NOT NULL,
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    caller TEXT NOT NULL,
    caller_name TEXT NOT NULL,
    outcome TEXT NOT NULL,
    error TEXT,
    bytes_in INTEGER NOT NULL,
    bytes_out INTEGER NOT NULL,
    arguments_hash TEXT NOT NULL,
    arguments TEXT,
    from_cache INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX calls_by_time ON calls (started_at);
  CREATE INDEX calls_by_tool ON calls (server, tool, started_at);
`;

// The columns to search by are computed from the body: nobody can change one without the other. A damaged body must
// not make the others unreadable.
const AUDIT = `
  CREATE TABLE audit (
    seq INTEGER PRIMARY KEY,
    body TEXT NOT NULL,
    hash TEXT NOT NULL,
    time INTEGER GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN body ->> '$.time' END) VIRTUAL,
    type TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN body ->> '$.type' END) VIRTUAL,
    server TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN body ->> '$.target.server' END) VIRTUAL
  ) STRICT;
  CREATE INDEX audit_by_time ON audit (time);
  CREATE TABLE audit_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    anchor_seq INTEGER NOT NULL,
    anchor_hash TEXT NOT NULL,
    head_seq INTEGER NOT NULL,
    head_hash TEXT NOT NULL
  ) STRICT;
  INSERT INTO audit_state VALUES (1, 0, '${"0".repeat(64)}', 0, '${"0".repeat(64)}');
`;

const PINS_AND_APPROVALS = `
  CREATE TABLE pins (
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    definition TEXT,
    pinned_at INTEGER NOT NULL,
    approved_by TEXT NOT NULL,
    PRIMARY KEY (server, tool)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE approvals (
    server_fingerprint TEXT NOT NULL,
    tool_fingerprint TEXT NOT NULL,
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    decided_at INTEGER NOT NULL,
    decided_by TEXT NOT NULL,
    PRIMARY KEY (server_fingerprint, tool_fingerprint)
  ) STRICT, WITHOUT ROWID;
`;

/** Resources and prompts are recorded as calls, too. */
const KINDS_OF_CALLS = `ALTER TABLE calls ADD COLUMN kind TEXT NOT NULL DEFAULT 'tool'`;

export const MIGRATIONS: readonly string[] = [CALLS, AUDIT, PINS_AND_APPROVALS, KINDS_OF_CALLS];

/** "tack", in the header of the file: which program the database belongs to. */
const APPLICATION_ID = 0x7461636b;
/** No version of ours will get that far: the header is damaged. */
const IMPOSSIBLE_VERSION = 10_000;

/** Whether nothing is left to do. Throws for databases that are newer than this program, or another's. */
export function isUpToDate(connection: Connection, path: string, steps = MIGRATIONS): boolean {
  const version = versionOf(connection);
  const owner = connection.get<{ application_id: number }>("PRAGMA application_id")?.application_id;
  const tables = connection.get<{ n: number }>("SELECT count(*) AS n FROM sqlite_schema")?.n ?? 0;
  if (tables === 0 && version === 0) return false;
  if (owner !== APPLICATION_ID || version < 0 || version > IMPOSSIBLE_VERSION) {
    throw new UnusableFile("corrupt", "it is a database of another program, or its header is damaged");
  }
  if (version > steps.length) throw tooNew(path, version, steps.length);
  return version === steps.length;
}

/** Brings the tables up to date, each step in a transaction of its own. Safe to run in several processes at once. */
export function migrate(connection: Connection, steps = MIGRATIONS): void {
  for (let pending = true; pending;) {
    pending = connection.transaction(() => {
      const version = versionOf(connection);
      const step = steps[version];
      if (step === undefined) return false;
      connection.exec(step);
      connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version + 1}`);
      return true;
    });
  }
}

function versionOf(connection: Connection): number {
  return connection.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
}

function tooNew(path: string, version: number, known: number): TackleError {
  return new TackleError({
    code: "config",
    message: `${path} was written by a newer Tacklebox: it has version ${version}, and this one knows ${known}.`,
    hint: "Upgrade Tacklebox ('npm install -g tacklebox@latest'), or set XDG_STATE_HOME to another folder.",
  });
}
