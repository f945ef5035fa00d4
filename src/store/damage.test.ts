/** What happens to a database file that was damaged while nobody, or somebody, used it. */
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runFixture } from "../util/fixtures/run.ts";
import { exampleCall, exampleEvent, exampleTool } from "./fixtures/examples.ts";
import { tamper } from "./fixtures/tampering.ts";
import { testStore, type TestStore } from "./fixtures/test-store.ts";

/** A closed store with some content; what it returned must be opened again. */
async function filledStore(): Promise<TestStore> {
  const test = testStore();
  for (let turn = 0; turn < 2_000; turn += 1) test.store.calls.record(exampleCall({ id: `call-${turn}` }));
  for (let turn = 0; turn < 100; turn += 1) test.store.audit.append(exampleEvent());
  const tools = [{ fingerprint: "f1", definition: exampleTool("search") }];
  test.store.pins.pin({ server: "github", tools, approvedBy: "me" });
  test.store.approvals.add({
    serverFingerprint: "s",
    toolFingerprint: "t",
    server: "github",
    tool: "search",
    decidedAt: 1,
    by: "me",
  });
  await test.store.close();
  return test;
}

function setAsideFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => /\.db\.corrupt-\d{8}T\d{9}Z(-\d+)?$/.test(name));
}

/** Everything works again, in a durable file, after at most one warning of the damage. */
async function expectRebuilt({ store, folder, warnings }: TestStore): Promise<void> {
  store.calls.record(exampleCall({ id: "afterwards" }));
  store.audit.append(exampleEvent());
  expect(store.calls.byId("afterwards")?.id).toBe("afterwards");
  expect(store.database.isDurable).toBe(true);
  expect(store.database.check()).toEqual([]);
  expect(await store.audit.verify()).toMatchObject({ isIntact: true });
  expect(setAsideFiles(folder)).toHaveLength(1);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.message).toContain("was damaged");
}

function overwrite(file: string, from: number, to: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, from, Math.min(to, bytes.length));
  writeFileSync(file, bytes);
}

describe("a damaged file is set aside and begun anew", () => {
  const damages: readonly [string, (file: string) => void][] = [
    ["text instead of a database", (file) => writeFileSync(file, "dear diary ".repeat(1_000))],
    ["random bytes of the same size", (file) => overwrite(file, 0, statSync(file).size)],
    ["a broken magic", (file) => overwrite(file, 0, 8)],
    ["a broken header", (file) => overwrite(file, 16, 100)],
    ["a broken version number", (file) => overwrite(file, 60, 64)],
    ["a broken list of tables", (file) => overwrite(file, 100, 4_096)],
    ["half of the file", (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ["the first page only", (file) => truncateSync(file, 4_096)],
    ["a part of the first page", (file) => truncateSync(file, 700)],
    ["pages in the middle", (file) => overwrite(file, 3 * 4_096, statSync(file).size - 4_096)],
    [
      "the database of another program",
      (file) => {
        writeFileSync(file, "");
        tamper(file, "CREATE TABLE bookmarks (url); PRAGMA user_version = 2");
      },
    ],
  ];

  it.each(damages)("%s", async (_name, damage) => {
    const { home, file } = await filledStore();
    damage(file);
    const damaged = readFileSync(file);
    const test = testStore(home);
    // Whoever comes first meets the damage: here a query over everything.
    test.store.calls.stats({ by: "tool" });
    test.store.pins.servers();
    await expectRebuilt(test);
    const [aside = ""] = setAsideFiles(test.folder);
    expect(readFileSync(join(test.folder, aside)).equals(damaged)).toBe(true);
  });

  it.each([
    ["an empty file", ""],
    ["a file of a few bytes", "x"],
  ])("but %s simply counts as new", async (_name, content) => {
    const { home, file } = await filledStore();
    writeFileSync(file, content);
    const { store, warnings, folder } = testStore(home);
    store.calls.record(exampleCall({ id: "one" }));
    expect(store.calls.recent()).toHaveLength(1);
    expect(setAsideFiles(folder)).toEqual([]);
    expect(warnings).toEqual([]);
  });
});

describe("what the damaged file still tells", () => {
  it("is kept: pins, approvals and the end of the audit chain", async () => {
    const { home, file } = await filledStore();
    // The version is impossible, all else is readable.
    overwrite(file, 60, 64);
    const test = testStore(home);
    expect(test.store.pins.pinnedOf("github").get("search")?.fingerprint).toBe("f1");
    expect(test.store.approvals.find({ serverFingerprint: "s", toolFingerprint: "t" })?.by).toBe("me");
    expect(test.warnings[0]?.message).toContain("1 pinned tools and 1 approvals");
    test.store.audit.append(exampleEvent());
    expect(await test.store.audit.verify()).toMatchObject({
      isIntact: true,
      anchor: { seq: 100 },
      events: 1,
    });
  });
});

describe("damage while the file is in use", () => {
  it("is met once by all who use it, and none of them loses what it writes afterwards", async () => {
    const { home, file, folder } = await filledStore();
    const [one, two] = [testStore(home), testStore(home)];
    one.store.calls.recent();
    two.store.calls.recent();
    overwrite(file, 0, statSync(file).size);
    for (const { store } of [one, two]) {
      store.calls.record(exampleCall({ id: `late-${store === one.store ? 1 : 2}` }));
      store.calls.stats({ by: "tool" });
      store.calls.flush();
    }
    const ids = testStore(home)
      .store.calls.recent()
      .map((call) => call.id);
    expect(ids).toContain("late-2");
    expect(setAsideFiles(folder).length).toBeLessThanOrEqual(1);
    expect(one.store.database.check()).toEqual([]);
    expect(two.store.database.check()).toEqual([]);
  });

  it(
    "is repaired by one of several processes that start at the same moment",
    { timeout: 30_000 },
    async () => {
      const { home, file, folder } = await filledStore();
      writeFileSync(file, "dear diary ".repeat(1_000));
      const fixture = new URL("fixtures/record-many.ts", import.meta.url).href;
      const runs = ["a", "b", "c"].map((name) => runFixture(fixture, [home, name, "200"]));
      expect(await Promise.all(runs.map((run) => run.ended))).toEqual([0, 0, 0]);
      const outputs = runs.map((run) => run.output());
      expect(outputs.filter((output) => output.includes("was damaged"))).toHaveLength(1);
      expect(setAsideFiles(folder)).toHaveLength(1);
      const { store } = testStore(home);
      expect(store.calls.recent({ limit: 1_000 })).toHaveLength(600);
      expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 600 });
    },
  );
});
