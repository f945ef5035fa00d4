/** Works, but never answers the DELETE that ends its session. */
import type { RunningServer } from "./listen.ts";
import { sendResult, startRawMcp } from "./raw-mcp.ts";

export async function startHangingDelete(): Promise<RunningServer> {
  return startRawMcp({
    sessionId: "session-1",
    onRequest: (request) => request.method === "DELETE",
    onCall: (call) => sendResult(call, "ok"),
  });
}
