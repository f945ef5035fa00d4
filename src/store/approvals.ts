/**
 * What a person allowed for always: one tool of one server, both by the fingerprint of what they saw. A changed server or
 * a changed tool is another key, so that an approval never covers what nobody looked at.
 */
import { TackleError } from "../errors.ts";
import type { Database } from "./database.ts";

export interface ApprovalKey {
  readonly serverFingerprint: string;
  readonly toolFingerprint: string;
}

export interface Approval extends ApprovalKey {
  /** For people who read the list; the approval does not depend on the names. */
  readonly server: string;
  readonly tool: string;
  /** Milliseconds since the epoch. */
  readonly decidedAt: number;
  readonly by: string;
}

const COLUMNS = `server_fingerprint AS serverFingerprint, tool_fingerprint AS toolFingerprint, server, tool,
  decided_at AS decidedAt, decided_by AS "by"`;
const KEY = "server_fingerprint = $serverFingerprint AND tool_fingerprint = $toolFingerprint";

export class Approvals {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  find({ serverFingerprint, toolFingerprint }: ApprovalKey): Approval | undefined {
    const sql = `SELECT ${COLUMNS} FROM approvals WHERE ${KEY}`;
    const row = this.#database.read((connection) =>
      connection.get<Approval>(sql, { serverFingerprint, toolFingerprint }),
    );
    return row === undefined ? undefined : { ...row };
  }

  /** Newest first. */
  list(): readonly Approval[] {
    const sql = `SELECT ${COLUMNS} FROM approvals ORDER BY decided_at DESC, server, tool`;
    return this.#database.read((connection) => connection.all<Approval>(sql).map((row) => ({ ...row })));
  }

  /** False, and said, when it could not be kept: the person will be asked again. */
  add({ serverFingerprint, toolFingerprint, server, tool, decidedAt, by }: Approval): boolean {
    return this.#database.tryWrite(`Approval of ${tool} of server "${server}"`, (connection) => {
      connection.run(
        `INSERT OR REPLACE INTO approvals
           (server_fingerprint, tool_fingerprint, server, tool, decided_at, decided_by)
         VALUES ($serverFingerprint, $toolFingerprint, $server, $tool, $decidedAt, $by)`,
        { serverFingerprint, toolFingerprint, server, tool, decidedAt, by },
      );
    });
  }

  /** Takes an approval back; false when there was none. Throws when it could not: an approval must not live on unseen. */
  withdraw({ serverFingerprint, toolFingerprint }: ApprovalKey): boolean {
    const removed = this.#database.write((connection) =>
      connection.run(`DELETE FROM approvals WHERE ${KEY}`, { serverFingerprint, toolFingerprint }),
    );
    if (removed > 0 && !this.#database.isDurable) {
      throw new TackleError({
        code: "permission",
        message: "The approval is withdrawn for this process only: the database cannot be written.",
        hint: "See that the state folder is writable for this user and that the disk has space, then try again.",
      });
    }
    return removed > 0;
  }
}
