/** Asks a person a yes-or-no question on stderr. Silence, an end of input and what cannot be understood are never a yes. */
import { readAnswer } from "./read-answer.ts";
import type { Terminal } from "./terminal.ts";

/** `end`: the person ended the input (Ctrl-D), and so has nothing more to say to later questions either. */
export type Answer = "yes" | "no" | "end";

/** Throws a `TackleError` with code `cancelled` on Ctrl-C. */
export async function ask(terminal: Pick<Terminal, "stdin" | "stderr">, question: string): Promise<Answer> {
  const { createInterface } = await import("node:readline/promises");
  const { stdin, stderr } = terminal;
  // As a terminal always, since nobody else is asked: only then Ctrl-C comes here as a key.
  const lines = createInterface({ input: stdin, output: stderr, terminal: true });
  try {
    const first = understood(await readAnswer(lines, `${question} [y/N] `));
    const answer = first ?? understood(await readAnswer(lines, "Please answer y or n: ")) ?? "no";
    if (answer === "end") stderr.write("\n"); // the cursor still stands behind the question
    return answer;
  } catch (error) {
    stderr.write("\n");
    throw error;
  } finally {
    lines.close();
  }
}

function understood(answer: string | undefined): Answer | undefined {
  if (answer === undefined) return "end";
  const word = answer.trim().toLowerCase();
  if (word === "y" || word === "yes") return "yes";
  return word === "" || word === "n" || word === "no" ? "no" : undefined;
}
