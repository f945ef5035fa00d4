/**
 * Tool definitions as they were when somebody accepted them: whole, so that a later change can be shown as a
 * difference. Which servers share pins is the caller's choice of key: the name, or a fingerprint of the definition.
 */
import type { ToolDefinition } from "../types.ts";
import type { Database } from "./database.ts";

export interface PinnedTool {
  readonly server: string;
  readonly tool: string;
  readonly fingerprint: string;
  /** Undefined when it was too large to keep; the fingerprint still tells a change. */
  readonly definition: ToolDefinition | undefined;
  /** Milliseconds since the epoch. */
  readonly pinnedAt: number;
  readonly approvedBy: string;
}

export interface ToolToPin {
  readonly fingerprint: string;
  readonly definition: ToolDefinition;
}

export interface Pinning {
  readonly server: string;
  readonly tools: readonly ToolToPin[];
  readonly approvedBy: string;
}

interface PinRow {
  readonly server: string;
  readonly tool: string;
  readonly fingerprint: string;
  readonly definition: string | null;
  readonly pinned_at: number;
  readonly approved_by: string;
}

/** In characters of JSON. */
const MAX_DEFINITION = 256 * 1024;

export class Pins {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Tool name → pin. */
  pinnedOf(server: string): ReadonlyMap<string, PinnedTool> {
    const rows = this.#database.read((connection) =>
      connection.all<PinRow>("SELECT * FROM pins WHERE server = $server ORDER BY tool", { server }),
    );
    return new Map(rows.map((row) => [row.tool, fromRow(row)]));
  }

  /** Every server that has pins, with their number. */
  servers(): readonly { readonly server: string; readonly tools: number }[] {
    return this.#database.read((connection) =>
      connection
        .all<{
          server: string;
          tools: number;
        }>("SELECT server, count(*) AS tools FROM pins GROUP BY server ORDER BY server")
        .map((row) => ({ ...row })),
    );
  }

  /** Pins these tools, in place of what was pinned under their names. False, and said, when it could not be kept. */
  pin({ server, tools, approvedBy }: Pinning): boolean {
    const rows = tools.map(({ fingerprint, definition }) => {
      const text = JSON.stringify(definition);
      return {
        server,
        tool: definition.name,
        fingerprint,
        definition: text.length > MAX_DEFINITION ? null : text,
        pinnedAt: Date.now(),
        approvedBy,
      };
    });
    return this.#database.tryWrite(`Pins of server "${server}"`, (connection) => {
      for (const row of rows) {
        connection.run(
          `INSERT OR REPLACE INTO pins (server, tool, fingerprint, definition, pinned_at, approved_by)
           VALUES ($server, $tool, $fingerprint, $definition, $pinnedAt, $approvedBy)`,
          row,
        );
      }
    });
  }

  /** Forgets the pins of these tools, or of all; the next ones seen are new. False, and said, when it could not. */
  unpin(server: string, tools?: readonly string[]): boolean {
    return this.#database.tryWrite(`Removal of pins of server "${server}"`, (connection) => {
      if (tools === undefined) connection.run("DELETE FROM pins WHERE server = $server", { server });
      for (const tool of tools ?? [])
        connection.run("DELETE FROM pins WHERE server = $server AND tool = $tool", { server, tool });
    });
  }
}

function fromRow(row: PinRow): PinnedTool {
  return {
    server: row.server,
    tool: row.tool,
    fingerprint: row.fingerprint,
    definition: parseDefinition(row.definition),
    pinnedAt: row.pinned_at,
    approvedBy: row.approved_by,
  };
}

function parseDefinition(text: string | null): ToolDefinition | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as ToolDefinition);
  } catch {
    return undefined; // damaged; without it only the readable difference is missing
  }
}
