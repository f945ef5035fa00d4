/** Ends the event stream of a call in good order but without the reply; with an event id it could be resumed, in vain. */
import type { RunningServer } from "./listen.ts";
import { openEvents, sendEvent, startRawMcp } from "./raw-mcp.ts";

export async function startCutSse(era: "legacy" | "modern" = "legacy"): Promise<RunningServer> {
  return startRawMcp({
    era,
    onCall({ response }) {
      openEvents(response);
      const params = { progressToken: 1, progress: 1 };
      sendEvent(response, { method: "notifications/message", params: { level: "info", data: params } });
      setTimeout(() => response.end(), 20);
    },
  });
}
