/**
 * What the program works with while the file cannot be written. It starts with the decisions that the file holds, as far
 * as they can be read, and keeps only the newest history: a gateway may run for weeks without a disk.
 */
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { loadSqlite } from "../../util/load-sqlite.ts";
import { carryOverDecisions } from "./carry-over.ts";
import { Connection } from "./connection.ts";
import { migrate } from "./migrations.ts";

const KEPT_ROWS = 20_000;
const TRIM_EVERY = 1_000;

const TRIMMING = `
  CREATE TRIGGER trim_calls AFTER INSERT ON calls WHEN NEW.number % ${TRIM_EVERY} = 0 BEGIN
    DELETE FROM calls WHERE number <= NEW.number - ${KEPT_ROWS};
  END;
  CREATE TRIGGER trim_audit AFTER UPDATE ON audit_state WHEN NEW.head_seq - NEW.anchor_seq > ${KEPT_ROWS + TRIM_EVERY} BEGIN
    UPDATE audit_state SET
      anchor_seq = NEW.head_seq - ${KEPT_ROWS},
      anchor_hash = (SELECT hash FROM audit WHERE seq = NEW.head_seq - ${KEPT_ROWS});
    DELETE FROM audit WHERE seq <= NEW.head_seq - ${KEPT_ROWS};
  END;
`;

export function openMemory(unwritablePath: string): Connection {
  const { DatabaseSync } = loadSqlite();
  const connection = new Connection(new DatabaseSync(":memory:"));
  migrate(connection);
  connection.exec(TRIMMING);
  const source = openReadOnly(unwritablePath);
  if (source !== undefined) {
    carryOverDecisions(source, connection);
    source.close();
  }
  return connection;
}

/** Undefined when the file cannot be read either. */
export function openReadOnly(path: string): Connection | undefined {
  if (!existsSync(path)) return undefined;
  // A WAL database needs a writable folder for its index; as "immutable" it opens without, and without its newest rows.
  for (const parameters of ["mode=ro", "mode=ro&immutable=1"]) {
    const connection = tryReadOnly(path, parameters);
    if (connection !== undefined) return connection;
  }
  return undefined;
}

function tryReadOnly(path: string, parameters: string): Connection | undefined {
  const { DatabaseSync } = loadSqlite();
  const url = pathToFileURL(path);
  url.search = parameters;
  let connection: Connection | undefined;
  try {
    connection = new Connection(new DatabaseSync(url, { readOnly: true }));
    connection.get("SELECT count(*) AS n FROM sqlite_schema");
    return connection;
  } catch {
    connection?.close();
    return undefined; // the next way is tried, and without any the program starts with nothing
  }
}
