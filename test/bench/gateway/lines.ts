/** Cuts a stream of bytes into lines. Long lines cost no more than their length, and all lines of a chunk come at once. */
import type { Readable } from "node:stream";

const NEWLINE = 10;

export function readLines(stream: Readable, onLines: (lines: readonly string[]) => void): void {
  let pending: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => {
    const end = chunk.lastIndexOf(NEWLINE);
    if (end === -1) {
      pending.push(chunk);
      return;
    }
    pending.push(chunk.subarray(0, end));
    const text = Buffer.concat(pending).toString();
    pending = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    onLines(text.split("\n"));
  });
}
