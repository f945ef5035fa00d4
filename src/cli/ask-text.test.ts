import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { askText, type TextQuestion } from "./ask-text.ts";
import type { Terminal } from "./terminal.ts";

/** Types the text when the question is there, as a person does. */
function answerWith(typed: string, question: TextQuestion) {
  const stdin = new PassThrough();
  const stderr = new PassThrough();
  let shown = "";
  let isTyped = false;
  stderr.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    if (isTyped || !shown.includes(question.question)) return;
    isTyped = true;
    setImmediate(() => stdin.write(typed));
  });
  const streams = { stdin, stderr } as unknown as Pick<Terminal, "stdin" | "stderr">;
  return { answer: askText(streams, question), shown: () => shown };
}

it("returns what was typed, without blanks around it", async () => {
  const { answer, shown } = answerWith(" hello \r", { question: "Name?" });
  expect(await answer).toBe("hello");
  expect(shown()).toContain("hello");
});

it("does not show a secret", async () => {
  const { answer, shown } = answerWith("canary\r", { question: "Token?", isSecret: true });
  expect(await answer).toBe("canary");
  expect(shown()).toContain("Token?");
  expect(shown()).not.toContain("canary");
});

it("tells the end of input from an empty answer", async () => {
  expect(await answerWith("\r", { question: "Name?" }).answer).toBe("");
  expect(await answerWith("\u0004", { question: "Name?" }).answer).toBeUndefined();
});

it.each([false, true])("is cancelled by Ctrl-C (secret: %s)", async (isSecret) => {
  const { answer } = answerWith("abc\u0003", { question: "Name?", isSecret });
  await expect(answer).rejects.toMatchObject({ code: "cancelled" });
});
