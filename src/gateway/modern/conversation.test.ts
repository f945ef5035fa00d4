import { expect, it } from "vitest";
import type { JsonObject } from "../../types.ts";
import { Conversation, type Leg } from "./conversation.ts";

const start = (): Conversation =>
  new Conversation({ clientId: "c", info: undefined, capabilities: {}, logLevel: "info" });
const leg = (signal = new AbortController().signal): Leg & { told: unknown[] } => {
  const told: unknown[] = [];
  return { signal, told, notify: (method, params) => told.push([method, params]) };
};
const ask = (conversation: Conversation, method: string): Promise<JsonObject> =>
  conversation.ask({ method, params: {}, signal: conversation.signal });

it("ends the leg with the questions that come up together, and goes on when they are answered", async () => {
  const conversation = start();
  conversation.begin(async () => {
    const answers = await Promise.all([ask(conversation, "one"), ask(conversation, "two")]);
    return { answers };
  });
  const first = await conversation.follow(leg());
  expect(first).toMatchObject({ kind: "questions" });
  const questions = first.kind === "questions" ? Object.keys(first.questions) : [];
  expect(questions).toHaveLength(2);
  conversation.take(Object.fromEntries(questions.map((key) => [key, { for: key }])));
  expect(await conversation.follow(leg())).toMatchObject({
    kind: "answer",
    answer: { answers: questions.map((key) => ({ for: key })) },
  });
});

it("asks again what was not answered, and does not mind answers to nothing", async () => {
  const conversation = start();
  conversation.begin(async () => ask(conversation, "one"));
  const first = await conversation.follow(leg());
  conversation.take({ invented: {} });
  expect(await conversation.follow(leg())).toEqual(first);
});

it("is over when its client leaves in the middle of a leg, but not between legs", async () => {
  const conversation = start();
  conversation.begin(async () => ask(conversation, "one"));
  const gone = new AbortController();
  await conversation.follow(leg(gone.signal));
  gone.abort();
  expect(conversation.signal.aborted).toBe(false);
  conversation.take({});
  const left = new AbortController();
  conversation.begin(() => new Promise(() => undefined));
  void conversation.follow(leg(left.signal));
  left.abort();
  expect(conversation.signal.aborted).toBe(true);
});

it("sends log messages that are wanted to the leg that is there, and no others", async () => {
  const conversation = start();
  const current = leg();
  conversation.begin(() => {
    conversation.log({ level: "debug", data: "no" });
    conversation.log({ level: "error", data: "yes" });
    return {};
  });
  await conversation.follow(current);
  conversation.log({ level: "error", data: "too late" });
  expect(current.told).toEqual([["notifications/message", { level: "error", data: "yes" }]]);
});

it.each([
  { how: "an answer", work: () => Promise.resolve({}) },
  { how: "an error", work: () => Promise.reject(new Error("no")) },
])("refuses a question of another call that is still open when it ends with $how", async ({ work }) => {
  const conversation = start();
  const { promise: outcome, resolve } = Promise.withResolvers<void>();
  conversation.begin(() => outcome.then(work));
  const followed = conversation.follow(leg()).catch(() => undefined);
  resolve();
  await outcome;
  const [refused] = await Promise.allSettled([ask(conversation, "one"), followed]);
  expect(String(refused.status === "rejected" && refused.reason)).toContain("is over");
});
