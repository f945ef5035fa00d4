import { expect, it } from "vitest";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { errorMessage, notificationMessage, resultMessage } from "../protocol/message.ts";
import { readOwnLine } from "./own-line.ts";

const read = (text: string) => readOwnLine(Buffer.from(`${text}\n`));
const LONG_ID = "ü".repeat(1000);

it.each(["a", 7, -1, 'quote " and \\ slash', LONG_ID])("finds the id of an answer: %s", (id) => {
  expect(read(resultMessage(id, `{"id":"other"}`))).toEqual({ id, kind: "result" });
  expect(read(errorMessage(id, new RpcError(RPC.internal, "no")))).toEqual({ id, kind: "error" });
});

it("tells a question from an answer", () => {
  const question = { jsonrpc: "2.0", id: 1, method: "roots/list", params: {} };
  expect(read(JSON.stringify(question))).toEqual({ id: 1, kind: "question" });
});

it("finds none in a notification, an answer to nothing, or what is no message", () => {
  expect(read(notificationMessage("notifications/message", { id: 1 }))).toBeUndefined();
  expect(read(errorMessage(undefined, new RpcError(RPC.parseError, "no")))).toBeUndefined();
  expect(read('{"jsonrpc":"2.0","id":')).toBeUndefined();
});
