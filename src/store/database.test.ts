import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { TackleError } from "../errors.ts";
import { temporaryFolder } from "../util/fixtures/folder.ts";
import { exampleCall } from "./fixtures/examples.ts";
import { tamper } from "./fixtures/tampering.ts";
import { testStore } from "./fixtures/test-store.ts";

function pragma(file: string, name: string): unknown {
  const database = new DatabaseSync(file);
  try {
    return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  } finally {
    database.close();
  }
}

describe("the database file", () => {
  it("is not opened before it is used", async () => {
    const { store, folder } = testStore();
    await store.close();
    expect(() => readdirSync(folder)).toThrow("ENOENT");
  });

  it("is in WAL mode while it is in use, and a single file after it was closed", async () => {
    const { store, folder, file } = testStore();
    store.calls.record(exampleCall({ id: "one" }));
    store.calls.flush();
    expect(pragma(file, "journal_mode")).toBe("wal");
    expect(readdirSync(folder).sort()).toEqual([
      "tacklebox.db",
      "tacklebox.db-shm",
      "tacklebox.db-wal",
      "tacklebox.db.lock",
    ]);
    await store.close();
    expect(readdirSync(folder).sort()).toEqual(["tacklebox.db", "tacklebox.db.lock"]);
    expect(store.calls.byId("one")?.id).toBe("one");
  });

  it("works in folders whose names mean something in a URI", () => {
    const home = join(temporaryFolder(), "100% ?mode=memory #1 é");
    const { store, file } = testStore(home);
    store.calls.record(exampleCall({ id: "one" }));
    expect(store.calls.recent()).toHaveLength(1);
    expect(store.database.isDurable).toBe(true);
    expect(statSync(file).size).toBeGreaterThan(0);
  });

  it("may be a link, and its log then stands beside the real file", () => {
    const { folder, file, home } = testStore();
    const elsewhere = testStore();
    elsewhere.store.calls.record(exampleCall({ id: "one" }));
    elsewhere.store.calls.flush();
    mkdirSync(folder, { mode: 0o700 });
    symlinkSync(elsewhere.file, file);
    expect(testStore(home).store.calls.byId("one")?.id).toBe("one");
  });

  it("is followed by a new one when somebody removes or moves it while it is in use", () => {
    const { store, folder, file, warnings } = testStore();
    store.calls.record(exampleCall({ id: "one" }));
    store.calls.flush();
    renameSync(folder, `${folder}-gone`);
    store.calls.record(exampleCall({ id: "two" }));
    expect(store.calls.recent().map((call) => call.id)).toEqual(["two"]);
    expect(statSync(file).size).toBeGreaterThan(0);
    rmSync(folder, { recursive: true });
    expect(store.calls.recent()).toEqual([]);
    expect(warnings.map((warning) => warning.code)).toEqual(["conflict", "conflict"]);
  });
});

describe("permissions", () => {
  const before = process.umask();
  afterEach(() => void process.umask(before));

  it("are the owner's only, even with the widest umask", () => {
    process.umask(0);
    const { store, folder, file, warnings } = testStore();
    store.calls.record(exampleCall({ id: "one" }));
    store.calls.flush();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(file).isFile()).toBe(true);
    expect(warnings).toEqual([]);
  });

  it("that are too wide are closed, and that is said", async () => {
    const { store, home, folder, file } = testStore();
    store.database.open();
    await store.close();
    chmodSync(folder, 0o777);
    chmodSync(file, 0o644);
    const second = testStore(home);
    second.store.database.open();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(second.warnings.map((warning) => warning.message)).toEqual([
      expect.stringContaining("mode 777") as unknown,
      expect.stringContaining("mode 644") as unknown,
    ]);
  });
});

describe("a database of another version", () => {
  it("is brought up to date and keeps its rows when it is older", () => {
    const { store, folder, file, warnings } = testStore();
    mkdirSync(folder, { mode: 0o700 });
    // Version 1 as it was written: only calls, in a rollback journal.
    tamper(
      file,
      `CREATE TABLE calls (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, parent TEXT, started_at INTEGER NOT NULL,
         duration_ms REAL NOT NULL, server TEXT NOT NULL, tool TEXT NOT NULL, caller TEXT NOT NULL,
         caller_name TEXT NOT NULL, outcome TEXT NOT NULL, error TEXT, bytes_in INTEGER NOT NULL,
         bytes_out INTEGER NOT NULL, arguments_hash TEXT NOT NULL, arguments TEXT, from_cache INTEGER NOT NULL) STRICT;
       CREATE INDEX calls_by_time ON calls (started_at);
       CREATE INDEX calls_by_tool ON calls (server, tool, started_at);
       INSERT INTO calls VALUES (1, 'old', NULL, 5, 1.5, 's', 't', 'person', 'cli', 'ok', NULL, 1, 2, 'h', NULL, 0);
       PRAGMA application_id = 0x7461636b; PRAGMA user_version = 1`,
    );
    chmodSync(file, 0o600);
    expect(store.calls.byId("old")).toMatchObject({ durationMs: 1.5, caller: "person", kind: "tool" });
    expect(store.audit.read()).toEqual([]);
    expect(store.pins.servers()).toEqual([]);
    expect(pragma(file, "user_version")).toBe(4);
    expect(pragma(file, "journal_mode")).toBe("wal");
    expect(warnings).toEqual([]);
  });

  it("is refused when it is newer, with the way out, and stays as it is", async () => {
    const { store, home, file } = testStore();
    store.calls.record(exampleCall({ id: "one" }));
    await store.close();
    tamper(file, "PRAGMA user_version = 5");
    const second = testStore(home);
    const refused = {
      code: "config",
      message: expect.stringContaining("newer Tacklebox") as unknown,
      hint: expect.stringContaining("Upgrade") as unknown,
    };
    expect(() => second.store.database.open()).toThrow(expect.objectContaining(refused) as Error);
    expect(() => second.store.pins.pinnedOf("x")).toThrow(TackleError);
    // Recording never throws; it warns instead.
    second.store.calls.record(exampleCall({ id: "two" }));
    expect(second.store.calls.flush()).toBe(false);
    expect(second.warnings).toHaveLength(1);
    expect(second.warnings[0]?.message).toContain("newer Tacklebox");
    await second.store.close();
    tamper(file, "PRAGMA user_version = 4");
    expect(
      testStore(home)
        .store.calls.recent()
        .map((call) => call.id),
    ).toEqual(["one"]);
  });
});
