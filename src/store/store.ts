/**
 * All that must survive, as one object. Nothing is opened before it is used: the database by the first read, or the first
 * flush of what was recorded; results and what was seen of servers never need it.
 */
import { join } from "node:path";
import { stateFolder, type Environment } from "../util/paths.ts";
import { Approvals } from "./approvals.ts";
import { AuditTrail } from "./audit-trail.ts";
import { CallLog } from "./call-log.ts";
import { openDatabase, type Database } from "./database.ts";
import { Pins } from "./pins.ts";
import { Results } from "./results.ts";
import { ServerFiles } from "./server-files.ts";
import type { OnWarning } from "./warning.ts";

export interface StoreOptions {
  readonly env: Environment;
  /** Trouble that stops nobody; each is said once. */
  readonly onWarning: OnWarning;
}

export interface Store {
  readonly database: Database;
  readonly calls: CallLog;
  readonly audit: AuditTrail;
  readonly pins: Pins;
  readonly approvals: Approvals;
  readonly results: Results;
  readonly knownServers: ServerFiles;
  readonly resultShapes: ServerFiles;
  readonly failedStarts: ServerFiles;
  /** Writes what is waiting, and closes. Without it the last moments are lost. */
  close(): Promise<void>;
}

export function openStore(options: StoreOptions): Store {
  const { env } = options;
  const onWarning = neverThrowing(options.onWarning);
  const folder = stateFolder(env);
  const database = openDatabase({ path: join(folder, "tacklebox.db"), onWarning });
  const calls = new CallLog(database, onWarning);
  const audit = new AuditTrail(database, onWarning);
  const knownServers = new ServerFiles(env, "known-servers");
  const resultShapes = new ServerFiles(env, "result-shapes");
  const failedStarts = new ServerFiles(env, "failed-starts");
  return {
    database,
    calls,
    audit,
    pins: new Pins(database),
    approvals: new Approvals(database),
    results: new Results({ folder: join(folder, "results"), onWarning }),
    knownServers,
    resultShapes,
    failedStarts,
    async close() {
      calls.close();
      audit.close();
      database.close();
      await Promise.all([knownServers.close(), resultShapes.close(), failedStarts.close()]);
    },
  };
}

/** Warnings are given from timers and in the middle of calls; a listener's own failure must not end either. */
function neverThrowing(onWarning: OnWarning): OnWarning {
  return (warning) => {
    try {
      onWarning(warning);
    } catch {
      // There is no one left to tell.
    }
  };
}
