/** Asks a person for a text on stderr; a secret is not shown while it is typed. */
import { Writable } from "node:stream";
import { readAnswer } from "./read-answer.ts";
import type { Terminal } from "./terminal.ts";

export interface TextQuestion {
  readonly question: string;
  readonly isSecret?: boolean;
}

/** What was typed, without blanks around it; undefined at the end of input. Throws with code `cancelled` on Ctrl-C. */
export async function askText(
  { stdin, stderr }: Pick<Terminal, "stdin" | "stderr">,
  { question, isSecret = false }: TextQuestion,
): Promise<string | undefined> {
  const { createInterface } = await import("node:readline/promises");
  // What a secret's line shows goes nowhere; the question is then ours to write.
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr;
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
  try {
    if (isSecret) stderr.write(`${question} (not shown) `);
    const answer = await readAnswer(lines, isSecret ? "" : `${question} `);
    if (isSecret || answer === undefined) stderr.write("\n");
    return answer?.trim();
  } catch (error) {
    stderr.write("\n");
    throw error;
  } finally {
    lines.close();
  }
}
