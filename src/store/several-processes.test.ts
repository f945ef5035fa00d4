/** Real processes on one file: none waits for ever, none loses a record, none breaks the chain, not even by kill -9. */
import { setTimeout as delay } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../util/fixtures/folder.ts";
import { runFixture, type Run } from "../util/fixtures/run.ts";
import { exampleCall, exampleEvent } from "./fixtures/examples.ts";
import { testStore } from "./fixtures/test-store.ts";

function recordMany(home: string, name: string, count: number): Run {
  const fixture = new URL("fixtures/record-many.ts", import.meta.url).href;
  return runFixture(fixture, [home, name, String(count)]);
}

it("lets several processes begin the file and write to it at once", { timeout: 60_000 }, async () => {
  const home = temporaryFolder();
  const runs = ["a", "b", "c", "d"].map((name) => recordMany(home, name, 1_000));
  const { store, warnings } = testStore(home);
  for (let turn = 0; turn < 200; turn += 1) {
    store.calls.record(exampleCall({ id: `here-${turn}` }));
    store.audit.append(exampleEvent({ subject: { kind: "person", name: "here" } }));
    if (turn % 20 === 0) await delay(5);
  }
  expect(await Promise.all(runs.map((run) => run.ended))).toEqual([0, 0, 0, 0]);
  expect(runs.map((run) => run.output().replace("under way\n", ""))).toEqual(Array(4).fill("done\n"));
  expect(store.calls.recent({ limit: 10_000 })).toHaveLength(4_200);
  expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 4_200 });
  expect(warnings).toEqual([]);
  // Each process's own events stand in the order in which it wrote them.
  const own = store.audit
    .read({ limit: 10_000 })
    .filter((event) => event.subject.name === "a")
    .map((event) => event.callId);
  expect(own).toEqual(Array.from({ length: 1_000 }, (_, turn) => `a-${999 - turn}`));
});

it("keeps records while somebody holds the file, answers queries, and writes them afterwards", () => {
  const { store, file, warnings } = testStore();
  store.calls.record(exampleCall({ id: "one" }));
  store.calls.flush();
  const holder = new DatabaseSync(file);
  onTestFinished(() => holder.close());
  holder.exec("BEGIN IMMEDIATE");
  store.calls.record(exampleCall({ id: "two" }));
  expect(store.calls.recent().map((call) => call.id)).toEqual(["one"]);
  expect(store.calls.health()).toMatchObject({ pending: 1, lost: 0 });
  holder.exec("COMMIT");
  expect(store.calls.recent()).toHaveLength(2);
  expect(warnings).toEqual([]);
});

it("has a sound file and an unbroken chain after every kill -9", { timeout: 60_000 }, async () => {
  const home = temporaryFolder();
  for (let round = 0; round < 4; round += 1) {
    const runs = [recordMany(home, `${round}-a`, 0), recordMany(home, `${round}-b`, 0)];
    await Promise.all(runs.map((run) => run.wrote("under way")));
    await delay(Math.random() * 60);
    for (const run of runs) run.child.kill("SIGKILL");
    await Promise.all(runs.map((run) => run.ended));
    const { store, warnings } = testStore(home);
    expect(store.database.check()).toEqual([]);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    // What was said to be written is there.
    expect(store.calls.byId(`${round}-a-50`)?.id).toBe(`${round}-a-50`);
    expect(warnings).toEqual([]);
    await store.close();
  }
});
