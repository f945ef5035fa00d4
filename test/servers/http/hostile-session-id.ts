/** A session id that would break or bloat every later request. */
import type { Socket } from "node:net";
import type { RunningServer } from "./listen.ts";
import { sendResult, startRawMcp } from "./raw-mcp.ts";

export type SessionIdFault = "huge" | "unicode" | "line-break" | "twice" | "space";

export async function startHostileSessionId(fault: SessionIdFault): Promise<RunningServer> {
  return startRawMcp({
    onCall: (call) => sendResult(call, "ok"),
    onRequest(request, response) {
      if (request.method !== "POST") return false;
      const write = (lines: string): void => writeRaw(request.socket, lines);
      switch (fault) {
        case "huge":
          write(`mcp-session-id: ${"a".repeat(8 * 1024)}\r\n`);
          break;
        case "unicode":
          write("mcp-session-id: sess\u00efon-\u2603\r\n");
          break;
        case "line-break":
          write("mcp-session-id: a\r\n x-injected: 1\r\n");
          break;
        case "twice":
          write("mcp-session-id: one\r\nmcp-session-id: two\r\n");
          break;
        case "space":
          write("mcp-session-id: one two\r\n");
          break;
      }
      response.detachSocket(request.socket);
      return true;
    },
  });
}

/** Past Node's own checks of headers. The reply itself is a good one to `initialize`. */
function writeRaw(socket: Socket, headerLines: string): void {
  const result = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    serverInfo: { name: "raw", version: "1" },
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 0, result });
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`;
  socket.end(`${head}${headerLines}connection: close\r\n\r\n${body}`);
}
