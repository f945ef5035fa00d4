/**
 * An answer that its client does not read keeps the place of its request, because it keeps memory; and its connection ends when
 * nothing of it was read for a while.
 */
import type { HttpResponse } from "./exchange.ts";

const UNREAD_MS = 60_000;

/** At once for an answer that the system has taken, which most are. */
export function whenRead(response: HttpResponse, done: () => void): void {
  const { socket } = response;
  if (socket === null || socket.destroyed || socket.writableLength === 0) {
    done();
    return;
  }
  const giveUp = (): void => void socket.destroy();
  socket.setTimeout(UNREAD_MS, giveUp);
  // Node gives the connection its own time again before the next request; the listener must not stay.
  response.once("close", () => {
    socket.off("timeout", giveUp);
    done();
  });
}
