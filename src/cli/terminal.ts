/** The streams and habits of whoever started us: where to write, whether a person is there, whether colour is welcome. */
import { styleText } from "node:util";

export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** A person can be asked. */
  readonly isInteractive: boolean;
  readonly style: Style;
}

export type Style = (format: "bold" | "dim" | "red" | "green" | "yellow" | "cyan", text: string) => string;

export function createTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  return {
    stdin,
    stdout,
    stderr,
    isInteractive: stdin.isTTY && stderr.isTTY,
    // styleText itself looks at NO_COLOR, FORCE_COLOR and whether the stream is a terminal.
    style: (format, text) => styleText(format, text, { stream: stdout, validateStream: true }),
  };
}

/** Asks a question on stderr; anything but yes is no. */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: terminal.stdin, output: terminal.stderr });
  try {
    const answer = await lines.question(`${question} [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
