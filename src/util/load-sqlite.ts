/**
 * Loads `node:sqlite` when it is first needed, and keeps Node 22 from telling every user that it is experimental.
 * Only that one warning is held back, and only while the module loads, which happens in one synchronous step.
 */
import type * as sqlite from "node:sqlite";

type Sqlite = typeof sqlite;

let loaded: Sqlite | undefined;

/** The module `node:sqlite`. */
export function loadSqlite(): Sqlite {
  loaded ??= loadQuietly();
  return loaded;
}

function loadQuietly(): Sqlite {
  // oxlint-disable-next-line typescript/unbound-method -- called with its `this` below, and put back as it was
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    const text = typeof warning === "string" ? warning : warning.message;
    if (rest[0] === "ExperimentalWarning" && text.startsWith("SQLite ")) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}
