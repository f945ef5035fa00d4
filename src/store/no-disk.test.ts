/** A disk that is full, read-only or away: said once, and never a reason for a call to fail. */
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../util/fixtures/folder.ts";
import { runFixture } from "../util/fixtures/run.ts";
import type { TackleError } from "../errors.ts";
import { Approvals } from "./approvals.ts";
import { AuditTrail } from "./audit-trail.ts";
import { CallLog } from "./call-log.ts";
import { openDatabase } from "./database.ts";
import { exampleCall, exampleEvent, exampleTool } from "./fixtures/examples.ts";
import { smallDisk } from "./fixtures/small-disk.ts";
import { testStore } from "./fixtures/test-store.ts";
import { Pins } from "./pins.ts";

interface Report {
  readonly isDurable: boolean;
  readonly calls: string[];
  readonly events: number;
  readonly pins: string[];
  readonly isPinned: boolean;
  readonly isKept: boolean;
  readonly warnings: string[];
}

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

async function useAs(uid: number, home: string): Promise<Report> {
  const run = runFixture(new URL("fixtures/use-store.ts", import.meta.url).href, [home], { uid });
  expect([await run.ended, run.output()]).toEqual([0, expect.stringContaining("{")]);
  return JSON.parse(run.output()) as Report;
}

describe("a folder that this user may not write", () => {
  it.skipIf(!isRoot)("leaves everything in memory", { timeout: 30_000 }, async () => {
    const home = temporaryFolder();
    const report = await useAs(NOBODY, home);
    expect(report).toMatchObject({ isDurable: false, calls: ["mine"], events: 1, pins: ["new"] });
    expect(report).toMatchObject({ isPinned: false, isKept: false });
    // One for the database, one for the results.
    expect(report.warnings).toHaveLength(2);
    expect(report.warnings[0]).toMatch(/^permission: .* kept in memory/);
    expect(readdirSync(home)).toEqual([]);
  });

  it.skipIf(!isRoot)("still gives the pins that can be read", { timeout: 30_000 }, async () => {
    const { store, home, folder, file } = testStore();
    const tools = [{ fingerprint: "f", definition: exampleTool("t") }];
    store.pins.pin({ server: "old", tools, approvedBy: "me" });
    await store.close();
    for (const path of [home, folder]) chmodSync(path, 0o755);
    chmodSync(file, 0o644);
    const report = await useAs(NOBODY, home);
    expect(report).toMatchObject({ isDurable: false, calls: ["mine"], pins: ["new", "old"] });
  });
});

describe("without a place for the file", () => {
  function blockedStore() {
    const home = temporaryFolder();
    writeFileSync(join(home, "state"), "a file where the folder should be");
    const warnings: TackleError[] = [];
    const onWarning = (warning: TackleError): void => void warnings.push(warning);
    const path = join(home, "state", "tacklebox.db");
    const database = openDatabase({ path, onWarning, returnAfterMs: 50 });
    const calls = new CallLog(database, onWarning);
    const audit = new AuditTrail(database, onWarning);
    onTestFinished(() => {
      calls.close();
      audit.close();
      database.close();
    });
    const unblock = (): void => rmSync(join(home, "state"));
    return { path, unblock, warnings, database, calls, audit, pins: new Pins(database) };
  }

  it("goes on in memory, and moves into the file when that is possible", async () => {
    const { unblock, warnings, database, calls, audit, pins, path } = blockedStore();
    calls.record(exampleCall({ id: "one" }));
    audit.append(exampleEvent());
    pins.pin({ server: "s", tools: [{ fingerprint: "f", definition: exampleTool("t") }], approvedBy: "me" });
    expect(calls.recent()).toHaveLength(1);
    expect(audit.flush()).toBe(true);
    expect(audit.health()).toMatchObject({ isDurable: false, lost: 0 });
    expect(warnings).toHaveLength(1);
    unblock();
    await delay(60);
    calls.record(exampleCall({ id: "two" }));
    expect(calls.recent()).toHaveLength(2);
    expect(database.isDurable).toBe(true);
    expect(warnings.map((warning) => warning.message)[1]).toContain("can be written again");
    const other = openDatabase({ path, onWarning: () => undefined });
    onTestFinished(() => other.close());
    expect(new Pins(other).servers()).toEqual([{ server: "s", tools: 1 }]);
    expect(await new AuditTrail(other, () => undefined).verify()).toMatchObject({
      isIntact: true,
      events: 1,
    });
  });

  it("moves into the file at the latest when it is closed", () => {
    const { unblock, database, calls, path } = blockedStore();
    calls.record(exampleCall({ id: "one" }));
    calls.close();
    unblock();
    database.close();
    const other = openDatabase({ path, onWarning: () => undefined });
    onTestFinished(() => other.close());
    expect(new CallLog(other, () => undefined).byId("one")?.id).toBe("one");
  });

  it("says that an approval is withdrawn for this process only", () => {
    const { database } = blockedStore();
    const approvals = new Approvals(database);
    const key = { serverFingerprint: "s", toolFingerprint: "t" };
    expect(approvals.add({ ...key, server: "a", tool: "b", decidedAt: 1, by: "me" })).toBe(false);
    expect(() => approvals.withdraw(key)).toThrow("for this process only");
    expect(approvals.find(key)).toBeUndefined();
    expect(approvals.withdraw(key)).toBe(false);
  });

  it("keeps only the newest in memory, with an audit chain that still verifies", async () => {
    const { calls, audit } = blockedStore();
    for (let turn = 0; turn < 25_000; turn += 1) {
      calls.record(exampleCall({ id: String(turn) }));
      audit.append(exampleEvent());
    }
    const [{ calls: kept } = { calls: 0 }] = calls.stats({ by: "server" });
    expect(kept).toBeGreaterThanOrEqual(20_000);
    expect(kept).toBeLessThan(22_000);
    const verdict = await audit.verify();
    expect(verdict).toMatchObject({ isIntact: true, head: { seq: 25_000 } });
    expect(verdict.isIntact && verdict.events).toBeLessThan(22_000);
  });
});

describe("a full disk", () => {
  it("keeps what was written, counts what is lost, and goes on when there is space", async (context) => {
    const home = smallDisk("1m") ?? context.skip("this user may not mount a small file system");
    const { store, warnings, folder } = testStore(home);
    store.calls.record(exampleCall({ id: "first" }));
    store.audit.append(exampleEvent());
    store.calls.flush();
    store.audit.flush();
    fill(join(folder, "filler"));
    for (let turn = 0; turn < 3_000; turn += 1) {
      store.calls.record(exampleCall({ id: `call-${turn}`, arguments: "x".repeat(500) }));
      store.audit.append(exampleEvent());
    }
    expect(store.calls.flush()).toBe(false);
    expect(store.calls.health().failure).toContain("full");
    expect(store.calls.byId("first")?.id).toBe("first");
    const tools = [{ fingerprint: "f", definition: exampleTool("t", "x".repeat(200_000)) }];
    expect(store.pins.pin({ server: "s", tools, approvedBy: "me" })).toBe(false);
    expect(
      await store.results.keep({ id: "r", content: "x".repeat(2_000_000), mime: "a/b" }),
    ).toBeUndefined();
    const said = warnings.length;
    expect(store.calls.flush()).toBe(false);
    expect(warnings).toHaveLength(said);

    rmSync(join(folder, "filler"));
    store.audit.flush();
    store.calls.flush();
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    expect(store.database.check()).toEqual([]);
    expect(store.database.isDurable).toBe(true);
  });

  it("from the beginning leaves everything in memory", async (context) => {
    const home = smallDisk("64k") ?? context.skip("this user may not mount a small file system");
    fill(join(home, "filler"));
    const { store, warnings, folder } = testStore(home);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    store.calls.record(exampleCall({ id: "one" }));
    expect(store.calls.recent()).toHaveLength(1);
    expect(store.database.isDurable).toBe(false);
    expect(warnings.map((warning) => warning.message)).toEqual([
      expect.stringContaining("kept in memory") as unknown,
    ]);
  });
});

/** Writes until nothing more fits. */
function fill(path: string): void {
  try {
    for (;;) writeFileSync(path, "x".repeat(4_096), { flag: "a" });
  } catch {
    // full, as wanted
  }
}
