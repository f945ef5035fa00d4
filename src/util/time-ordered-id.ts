/** An id that nobody can guess and that sorts by the time it was made: a table's index then grows at its end only. */
import { randomUUID } from "node:crypto";

/** A UUID of version 7 (RFC 9562). */
export function timeOrderedId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
