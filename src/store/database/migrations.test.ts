import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { Connection } from "./connection.ts";
import { isUpToDate, migrate, MIGRATIONS } from "./migrations.ts";

it("applies only the steps that are missing", () => {
  const connection = new Connection(new DatabaseSync(":memory:"));
  migrate(connection, ["CREATE TABLE a (x)"]);
  connection.run("INSERT INTO a VALUES (1)");
  const steps = ["CREATE TABLE a (x)", "ALTER TABLE a ADD COLUMN y DEFAULT 2"];
  expect(isUpToDate(connection, "a.db", steps)).toBe(false);
  migrate(connection, steps);
  migrate(connection, steps);
  expect(connection.all("SELECT * FROM a")).toEqual([{ x: 1, y: 2 }]);
  expect(isUpToDate(connection, "a.db", steps)).toBe(true);
});

it("undoes a step that fails half-way, and leaves the version where it was", () => {
  const connection = new Connection(new DatabaseSync(":memory:"));
  migrate(connection, ["CREATE TABLE a (x)"]);
  const steps = ["CREATE TABLE a (x)", "CREATE TABLE b (x); INSERT INTO nowhere VALUES (1)"];
  expect(() => migrate(connection, steps)).toThrow("no such table");
  expect(connection.all("SELECT name FROM sqlite_schema")).toEqual([{ name: "a" }]);
  expect(connection.get("PRAGMA user_version")).toEqual({ user_version: 1 });
});

it("has steps that begin with an empty database", () => {
  const connection = new Connection(new DatabaseSync(":memory:"));
  expect(isUpToDate(connection, "a.db")).toBe(false);
  migrate(connection);
  expect(connection.get("PRAGMA user_version")).toEqual({ user_version: MIGRATIONS.length });
  expect(isUpToDate(connection, "a.db")).toBe(true);
});
