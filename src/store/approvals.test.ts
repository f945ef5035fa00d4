import { expect, it } from "vitest";
import type { Approval } from "./approvals.ts";
import { testStore } from "./fixtures/test-store.ts";

function approval(changes: Partial<Approval> = {}): Approval {
  return {
    serverFingerprint: "s1",
    toolFingerprint: "t1",
    server: "github",
    tool: "search",
    decidedAt: 1_000,
    by: "cli",
    ...changes,
  };
}

it("finds an approval only for the very server and tool that somebody saw", () => {
  const { approvals } = testStore().store;
  expect(approvals.add(approval())).toBe(true);
  expect(approvals.find({ serverFingerprint: "s1", toolFingerprint: "t1" })).toEqual(approval());
  expect(approvals.find({ serverFingerprint: "s1", toolFingerprint: "t2" })).toBeUndefined();
  expect(approvals.find({ serverFingerprint: "s2", toolFingerprint: "t1" })).toBeUndefined();
});

it("is seen by other processes at once, and after a restart", async () => {
  const one = testStore();
  const two = testStore(one.home);
  two.store.approvals.list();
  one.store.approvals.add(approval());
  expect(two.store.approvals.list()).toEqual([approval()]);
  expect(two.store.approvals.withdraw(approval())).toBe(true);
  expect(one.store.approvals.find(approval())).toBeUndefined();
  expect(one.store.approvals.withdraw(approval())).toBe(false);
});

it("lists the newest first, each key once", () => {
  const { approvals } = testStore().store;
  approvals.add(approval({ by: "first" }));
  approvals.add(approval({ toolFingerprint: "t2", decidedAt: 3_000 }));
  approvals.add(approval({ by: "second", decidedAt: 2_000 }));
  expect(approvals.list().map(({ toolFingerprint, by }) => `${toolFingerprint} ${by}`)).toEqual([
    "t2 cli",
    "t1 second",
  ]);
});
