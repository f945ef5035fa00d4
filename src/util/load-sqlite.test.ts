import { once } from "node:events";
import { expect, it } from "vitest";
import { loadSqlite } from "./load-sqlite.ts";

it("loads the module once and leaves other warnings alone", async () => {
  const before = Object.getOwnPropertyDescriptor(process, "emitWarning");
  expect(loadSqlite().DatabaseSync).toBeTypeOf("function");
  expect(loadSqlite()).toBe(loadSqlite());
  expect(Object.getOwnPropertyDescriptor(process, "emitWarning")).toEqual(before);
  const warned = once(process, "warning");
  process.emitWarning("SQLite of another kind", "ExperimentalWarning");
  expect(String(await warned)).toContain("SQLite of another kind");
});
