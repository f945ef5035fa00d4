/**
 * What cannot be read as HTTP, or does not come in time. The connection is over whether the other side closes it or not: one
 * that never does would keep its place for ever.
 */
import type { Duplex } from "node:stream";
import { systemCodeOf } from "../../errors.ts";

const STATUS: ReadonlyMap<string, string> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
]);

export function refuseConnection(error: Error, socket: Duplex): void {
  const status = STATUS.get(systemCodeOf(error) ?? "") ?? "400 Bad Request";
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`);
  socket.destroy();
}
