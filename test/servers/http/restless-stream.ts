/** A standing stream that the server closes at once each time it is opened, or opens once and then refuses. */
import type { RunningServer } from "./listen.ts";
import { openEvents, sendResult, startRawMcp } from "./raw-mcp.ts";

export async function startRestlessStream(
  mode: "closes-at-once" | "cannot-open" | "opens-once",
  retry?: string,
): Promise<RunningServer & { opened(): number }> {
  let opened = 0;
  const server = await startRawMcp({
    sessionId: "session-1",
    onCall: (call) => sendResult(call, "ok"),
    onStream(_request, response) {
      opened += 1;
      if (mode === "cannot-open" || (mode === "opens-once" && opened > 1)) {
        return void response.writeHead(mode === "cannot-open" ? 500 : 404).end();
      }
      openEvents(response);
      if (retry !== undefined) response.write(`retry: ${retry}\n\n`);
      response.end();
    },
  });
  return { ...server, opened: () => opened };
}
