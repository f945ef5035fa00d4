import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { ask, type Answer } from "./ask.ts";
import type { Terminal } from "./terminal.ts";

/** Types each text when the prompt before it is there, as a person does. */
async function answerWith(
  ...typed: readonly string[]
): Promise<{ answer: Promise<Answer>; shown: () => string }> {
  const stdin = new PassThrough();
  const stderr = new PassThrough();
  let shown = "";
  const waiting = [...typed];
  stderr.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    if (/(\[y\/N\]|y or n:) $/.test(shown.replaceAll(/\u001b\[[0-9]*[A-Z]/g, ""))) {
      const next = waiting.shift();
      if (next !== undefined) setImmediate(() => stdin.write(next));
    }
  });
  const streams = { stdin, stderr } as unknown as Pick<Terminal, "stdin" | "stderr">;
  return { answer: ask(streams, "Really?"), shown: () => shown };
}

it.each<[string, Answer]>([
  ["y\r", "yes"],
  ["YES\r", "yes"],
  ["n\r", "no"],
  ["\r", "no"],
  ["\u0004", "end"],
])("takes %j for %s", async (typed, expected) => {
  const { answer } = await answerWith(typed);
  expect(await answer).toBe(expected);
});

it("asks again once, and takes a second riddle for no", async () => {
  const first = await answerWith("maybe\r", "y\r");
  expect(await first.answer).toBe("yes");
  expect(first.shown()).toContain("Please answer y or n");
  const second = await answerWith("maybe\r", "perhaps\r");
  expect(await second.answer).toBe("no");
});

it("is cancelled by Ctrl-C, which is neither yes nor no", async () => {
  const { answer } = await answerWith("\u0003");
  await expect(answer).rejects.toMatchObject({ code: "cancelled" });
});
