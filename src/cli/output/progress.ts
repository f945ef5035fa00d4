/** One passing line on stderr while a person waits; nothing where nobody looks. */
import type { Terminal } from "../terminal.ts";

const CLEAR_LINE = "\r\u001b[K";

/** Shows the line and returns the function that takes it away again. */
export function showProgress({ stderr }: Pick<Terminal, "stderr">, text: string): () => void {
  if (!stderr.isTTY) return () => undefined;
  // The cursor goes back to the start, so that a line of the log writes over it.
  stderr.write(`${text}\r`);
  return () => stderr.write(CLEAR_LINE);
}
