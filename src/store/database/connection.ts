/**
 * One open SQLite database: statements are prepared once, transactions are short and immediate. All tables are STRICT,
 * so that the row types which callers name hold for what they read.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

export type Values = Readonly<Record<string, SQLInputValue>>;

export class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #waitMs: number | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all<Row extends object>(sql: string, values: Values = {}): Row[] {
    return this.#statement(sql).all(values) as Row[];
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the row that its SQL gives
  get<Row extends object>(sql: string, values: Values = {}): Row | undefined {
    return this.#statement(sql).get(values) as Row | undefined;
  }

  /** Row after row; the statement must be read to its end before the connection is used for anything else. */
  iterate<Row extends object>(sql: string): IterableIterator<Row> {
    return this.#statement(sql).iterate() as IterableIterator<Row>;
  }

  /** The number of rows that changed. */
  run(sql: string, values: Values = {}): number {
    return Number(this.#statement(sql).run(values).changes);
  }

  /** The same with values by position, which takes half the time of names. */
  runInOrder(sql: string, values: readonly SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** How long to wait for another process's lock. The waiting stops the whole program: SQLite is synchronous. */
  waitAtMost(milliseconds: number): void {
    if (milliseconds === this.#waitMs) return;
    this.#database.exec(`PRAGMA busy_timeout = ${Math.trunc(milliseconds)}`);
    this.#waitMs = milliseconds;
  }

  /** All or nothing. IMMEDIATE: what `work` reads cannot change before it writes. */
  transaction<Result>(work: () => Result): Result {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #rollBack(): void {
    try {
      this.#database.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back by itself, as it does on a full disk; the first failure is the one to tell.
    }
  }
}
