/** An id that nobody can guess and that sorts by the time it was made: a table's index then grows at its end only. */
import type { randomUUID } from "node:crypto";

/** Loaded with the first id: commands that make none start sooner. */
let newUuid: typeof randomUUID | undefined;
let lastTime = 0;
/** What all ids of one millisecond begin with. */
let start = "";

/** A UUID of version 7 (RFC 9562). */
export function timeOrderedId(): string {
  const now = Date.now();
  if (now !== lastTime) {
    lastTime = now;
    const time = now.toString(16).padStart(12, "0");
    start = `${time.slice(0, 8)}-${time.slice(8)}-7`;
  }
  newUuid ??= process.getBuiltinModule("node:crypto").randomUUID;
  return start + newUuid().slice(15);
}
