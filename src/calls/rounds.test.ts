import { expect, it } from "vitest";
import type { JsonObject } from "../types.ts";
import { asksForInput, bringsInput, goOn, type Rounds } from "./rounds.ts";

const question = (number: number): JsonObject => ({ resultType: "input_required", requestState: number });

function rounds(change: Partial<Rounds> = {}): Rounds {
  return {
    server: "asker",
    signal: new AbortController().signal,
    answerInput: async ({ requestState }) => ({ requestState }),
    send: async () => ({ content: [] }),
    ...change,
  };
}

it("asks the server again with each answer until it has no more questions", async () => {
  const sent: JsonObject[] = [];
  const send = async (input: JsonObject): Promise<unknown> => {
    sent.push(input);
    return sent.length < 3 ? question(sent.length) : { done: true };
  };
  expect(await goOn(question(0), rounds({ send }))).toEqual({ done: true });
  expect(sent).toEqual([{ requestState: 0 }, { requestState: 1 }, { requestState: 2 }]);
});

it("gives back the questions that are for somebody else to answer", async () => {
  const send = (): never => expect.fail("nothing to send");
  expect(await goOn(question(7), rounds({ answerInput: async () => undefined, send }))).toEqual(question(7));
});

it("ends with a server that only asks", async () => {
  await expect(goOn(question(0), rounds({ send: async () => question(1) }))).rejects.toMatchObject({
    code: "protocol",
    message: "Server 'asker' asked more than 10 times before it answered",
  });
});

it("waits no longer for an answer than anybody waits for the call", async () => {
  const controller = new AbortController();
  const answerInput = (): Promise<undefined> => {
    controller.abort(new Error("given up"));
    return new Promise(() => undefined);
  };
  await expect(goOn(question(0), rounds({ answerInput, signal: controller.signal }))).rejects.toThrow(
    "given up",
  );
});

it("tells answers with questions, and requests with answers, from all others", () => {
  expect([question(1), { resultType: "complete" }, undefined, []].map(asksForInput)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const extras = [undefined, { _meta: {} }, { inputResponses: {} }, { requestState: "s" }];
  expect(extras.map(bringsInput)).toEqual([false, false, true, true]);
});
