/** Promises to keep the socket, and closes it just as the next request arrives. */
import type { RunningServer } from "./listen.ts";
import { sendResult, startRawMcp } from "./raw-mcp.ts";

export async function startKeepAliveClose(): Promise<RunningServer> {
  return startRawMcp({
    onCall(call) {
      if (call.earlierCalls % 2 === 1) return void call.request.socket.destroy();
      call.response.setHeader("keep-alive", "timeout=600");
      sendResult(call, "ok");
    },
  });
}
