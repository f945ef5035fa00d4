/** Real processes on one file: none waits for ever, none loses a record, none breaks the chain, not even by kill -9. */
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
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
  const runs = ["a", "b", "c", "d"].map((name) => recordMany(home, name, 1_500));
  const { store, warnings } = testStore(home);
  for (let turn = 0; turn < 200; turn += 1) {
    store.calls.record(exampleCall({ id: `here-${turn}` }));
    store.audit.append(exampleEvent({ subject: { kind: "person", name: "here" } }));
    if (turn % 20 === 0) await delay(5);
  }
  expect(await Promise.all(runs.map((run) => run.ended))).toEqual([0, 0, 0, 0]);
  expect(runs.map((run) => run.output().replace("under way\n", ""))).toEqual(Array(4).fill("done\n"));
  expect(store.calls.recent({ limit: 10_000 })).toHaveLength(6_200);
  expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 6_200 });
  expect(warnings).toEqual([]);
  // Each process's own events stand in the order in which it wrote them.
  const own = store.audit
    .read({ limit: 10_000 })
    .filter((event) => event.subject.name === "a")
    .map((event) => event.callId);
  expect(own).toEqual(Array.from({ length: 1_500 }, (_, turn) => `a-${1_499 - turn}`));
});

it("has a sound file and an unbroken chain after every kill -9", { timeout: 60_000 }, async () => {
  const home = temporaryFolder();
  for (let round = 0; round < 5; round += 1) {
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
