import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ServerFiles } from "../store/server-files.ts";
import type { ServerDefinition, ServerState, ServerStatus } from "../types.ts";
import { FailedStarts } from "./failed-starts.ts";

let home: string;
let files: ServerFiles;
let now: number;
let command: string;
let starts: FailedStarts;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "failed-starts-"));
  files = new ServerFiles({ HOME: home }, "failed-starts");
  now = 1_000_000;
  command = "one";
  starts = new FailedStarts({
    files,
    definitionOf: (name) => ({ name, command }) as unknown as ServerDefinition,
    clock: () => now,
  });
});
afterEach(() => rmSync(home, { recursive: true }));

/** The server passes through these states, and so long after each other. */
async function pass(ms: number, ...states: readonly ServerState[]): Promise<void> {
  for (const state of states) {
    starts.see({ name: "a", state, reason: `it is ${state}` } as ServerStatus);
    now += ms;
  }
  await files.close();
}

it("remembers a start that was waited for in vain, with its reason", async () => {
  await pass(30_000, "starting", "backing-off");
  expect(starts.of("a")).toMatchObject({ kind: "failed", reason: "it is backing-off" });
});

it("remembers a start that nobody waits for any longer", async () => {
  await pass(3000, "starting");
  starts.giveUp("a");
  await pass(0, "stopping", "idle");
  expect(starts.of("a")).toMatchObject({ kind: "slow", reason: "it had not started after 3 s" });
});

it.each<[string, () => Promise<void> | void]>([
  ["some minutes later", () => void (now += 5 * 60_000)],
  ["when the definition is another one", () => void (command = "two")],
  ["once it has started", () => pass(1, "starting", "ready")],
  ["once it fails so soon that it may be tried every time", () => pass(1, "starting", "failed")],
])("forgets it %s", async (_when, change) => {
  await pass(30_000, "starting", "failed");
  expect(starts.of("a")).toBeDefined();
  await change();
  expect(starts.of("a")).toBeUndefined();
});

it("does not remember what failed at once", async () => {
  await pass(10, "starting", "failed");
  expect(starts.of("a")).toBeUndefined();
});

it("takes a damaged file for none", async () => {
  files.remember({ name: "a", command }, { kind: "failed", at: "yesterday" });
  await files.close();
  expect(starts.of("a")).toBeUndefined();
});
