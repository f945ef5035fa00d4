/**
 * Puts questions of the gateway to the person at its terminal, one after the other. A question goes away when its call does;
 * Ctrl-C refuses it and then means what it always means.
 */
import type { Interface } from "node:readline/promises";
import { TackleError } from "../../../errors.ts";
import type { Answer, ApprovalQuestion, AskPerson } from "../../../gate/approvals.ts";
import { askedFor } from "../../../gate/deny-text.ts";
import { quoteName } from "../../../gate/quote-name.ts";
import { cutText, toTerminalText } from "../../../util/terminal-text.ts";
import type { Terminal } from "../../terminal.ts";

export interface TerminalQuestions {
  readonly terminal: Pick<Terminal, "stdin" | "stderr">;
  readonly onInterrupt: () => void;
}

export function askOnTerminal({ terminal, onInterrupt }: TerminalQuestions): AskPerson {
  let before: Promise<unknown> = Promise.resolve();
  return (question, signal) => {
    const answer = before.then(() => ask(question, { terminal, onInterrupt, signal }));
    before = answer.catch(() => undefined);
    return answer;
  };
}

const PROMPT = "Allow it? [o]nce, for the [s]ession, [a]lways, [N]o: ";
const WORDS: ReadonlyMap<string, Answer> = new Map([
  ["o", "once"],
  ["once", "once"],
  ["s", "session"],
  ["session", "session"],
  ["a", "always"],
  ["always", "always"],
]);
const LONGEST_ARGUMENTS = 1000;

async function ask(
  question: ApprovalQuestion,
  { terminal: { stdin, stderr }, onInterrupt, signal }: TerminalQuestions & { readonly signal: AbortSignal },
): Promise<Answer> {
  if (signal.aborted) throw withdrawn();
  const { createInterface } = await import("node:readline/promises");
  stderr.write(`\n${describe(question)}\n`);
  const lines = createInterface({ input: stdin, output: stderr, terminal: true });
  lines.once("SIGINT", () => {
    lines.close();
    stderr.write("\n"); // the cursor still stands behind the question
    onInterrupt();
  });
  try {
    const typed = await readLine(lines, signal);
    return WORDS.get(typed.trim().toLowerCase()) ?? "deny";
  } catch (error) {
    stderr.write("\n(The call was given up; nothing to answer any more.)\n");
    throw error;
  } finally {
    lines.close();
  }
}

/** Empty when the input ended or was interrupted. */
async function readLine(lines: Interface, signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const onAbort = (): void => reject(withdrawn());
  lines.once("close", () => resolve(""));
  signal.addEventListener("abort", onAbort, { once: true });
  lines.question(PROMPT).then(resolve, () => resolve(""));
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function describe(question: ApprovalQuestion): string {
  const { caller, reason, argumentsSummary } = question;
  const { thing, verb } = askedFor(question);
  return [
    `${quoteName(caller.name)} wants to ${verb} ${thing}`,
    `  asked because ${toTerminalText(reason)}`,
    `  with ${toTerminalText(cutText(argumentsSummary, LONGEST_ARGUMENTS))}`,
  ].join("\n");
}

function withdrawn(): TackleError {
  return new TackleError({ code: "cancelled", message: "The call was given up before anybody answered" });
}
