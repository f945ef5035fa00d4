/** Forgets its session after a number of calls. Answers as the specification says, or as many servers do. */
import type { RunningServer } from "./listen.ts";
import { sendJson, sendResult, startRawMcp } from "./raw-mcp.ts";

export async function startSessionLost(options: {
  readonly after: number;
  readonly status: 400 | 404;
}): Promise<RunningServer> {
  return startRawMcp({
    sessionId: "session-1",
    onCall(call) {
      if (call.earlierCalls < options.after) return sendResult(call, "ok");
      call.response.statusCode = options.status;
      const message =
        options.status === 404 ? "Session not found" : "Bad Request: No valid session ID provided";
      sendJson(call.response, {
        id: null,
        error: { code: options.status === 404 ? -32001 : -32000, message },
      });
    },
  });
}
