import { describe, expect, test } from "vitest";
import { findReplyId } from "./find-reply-id.ts";

describe("the id of a reply that cannot be parsed", () => {
  test.each([
    ["first", '{"jsonrpc":"2.0","id":12,"result":{"content":"xxxx', 12],
    ["as text", '{"id": "abc" , "result":', "abc"],
    ["negative", '{"id":-3,"result":', -3],
    ["after other members", '{"jsonrpc" : "2.0", "x":{"id":1,"y":[2]}, "id" : 7, "result":', 7],
  ])("is found when it stands %s", (_where, head, id) => {
    expect(findReplyId(head, "xxxx")).toEqual({ isReply: true, id });
  });

  test.each([
    ['"}]},"jsonrpc":"2.0","id":12}', 12],
    ['"}]},"id":12,"jsonrpc":"2.0"}', 12],
    ['"}]}, "id" : "a-b" }\r', "a-b"],
  ])("is found at the end: %s", (tail, id) => {
    expect(findReplyId('{"result":{"content":[{"text":"', tail)).toEqual({ isReply: true, id });
  });

  test.each([
    ["deeper than the top", '{"result":{"id":5,"x":"', "xxxx"],
    ["in a string", String.raw`{"result":"\"id\":5, `, String.raw`,\"id\":5}"}`],
    ["deeper at the end", '{"result":{"x":"', '","id":5}}'],
    ["cut off in the middle of its number", '{"jsonrpc":"2.0","id":12', "xxxx"],
    ["not whole", '{"id":1.5,"result":', "xxxx"],
    ["nowhere", "xxxx", "xxxx"],
  ])("is not made up when one stands %s", (_where, head, tail) => {
    expect(findReplyId(head, tail).id).toBeUndefined();
  });

  test("a message that names a method is no reply", () => {
    expect(findReplyId('{"jsonrpc":"2.0","id":1,"method":"x","params":{"').isReply).toBe(false);
    expect(findReplyId('{"method":"notifications/message","params":{"', '},"id":1}').isReply).toBe(false);
    expect(findReplyId('{"id":1,"result":{"method":"x"').isReply).toBe(true);
  });
});
