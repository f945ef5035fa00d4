import { expect, test } from "vitest";
import { PendingRequests } from "./pending-requests.ts";

test("an id is pending from its request to its reply or its cancellation", () => {
  const pending = new PendingRequests();
  pending.noteSent({ jsonrpc: "2.0", id: 1, method: "x" });
  pending.noteSent({ jsonrpc: "2.0", id: "a", method: "x" });
  pending.noteSent({ jsonrpc: "2.0", id: 9, result: {} });
  pending.noteSent({ jsonrpc: "2.0", method: "notifications/x" });
  expect(pending.size).toBe(2);
  pending.settle(1);
  expect(pending.match(1)).toBeUndefined();
  pending.noteSent({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "a" } });
  expect(pending.size).toBe(0);
});

test("an id of the other type is recognised when there is no doubt", () => {
  const pending = new PendingRequests();
  pending.noteSent({ jsonrpc: "2.0", id: 1, method: "x" });
  pending.noteSent({ jsonrpc: "2.0", id: "2", method: "x" });
  expect(pending.match("1")).toBe(1);
  expect(pending.match(2)).toBe("2");
  for (const id of ["01", "1.0", " 1", "", null, undefined, [1], { id: 1 }, true, "0x1"]) {
    expect(pending.match(id)).toBeUndefined();
  }
  pending.noteSent({ jsonrpc: "2.0", id: "1", method: "x" });
  expect([pending.match(1), pending.match("1")]).toEqual([1, "1"]);
  expect(pending.settleAll()).toHaveLength(3);
  expect(pending.size).toBe(0);
});
