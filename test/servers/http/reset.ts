/** Resets the connection when a call comes: before headers, after headers, in the middle of an event; or ends it. */
import type { RunningServer } from "./listen.ts";
import { openEvents, startRawMcp } from "./raw-mcp.ts";

export async function startReset(
  when: "before-headers" | "after-headers" | "mid-event" | "ended-mid-body",
): Promise<RunningServer> {
  return startRawMcp({
    onCall({ response, request }) {
      const reset = (): void => void request.socket.resetAndDestroy();
      if (when === "before-headers") return reset();
      if (when === "after-headers" || when === "ended-mid-body") {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write("{");
      } else {
        openEvents(response);
        response.write('data: {"jsonrpc":');
      }
      setTimeout(when === "ended-mid-body" ? () => request.socket.end() : reset, 50);
    },
  });
}
