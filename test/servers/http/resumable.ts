/** Ends the stream of a call on purpose and gives the reply on the stream that resumes it (2025-11-25, polling). */
import type { RunningServer } from "./listen.ts";
import { openEvents, result, sendEvent, startRawMcp } from "./raw-mcp.ts";

/** With `retry`, the stream names that many milliseconds; `resumedAfterMs` tells how long the client waited. */
export async function startResumable(
  retry: string,
): Promise<RunningServer & { resumedAfterMs(): number | undefined; lastEventId(): string | undefined }> {
  let endedAt = 0;
  let resumedAfterMs: number | undefined;
  let lastEventId: string | undefined;
  let callId: string | number | undefined;
  const server = await startRawMcp({
    onCall({ id, response }) {
      callId = id;
      openEvents(response);
      response.write(`id: event-1\nretry: ${retry}\ndata:\n\n`);
      setTimeout(() => {
        endedAt = performance.now();
        response.end();
      }, 20);
    },
    onStream(request, response) {
      if (request.headers["last-event-id"] === undefined) return void response.writeHead(405).end();
      resumedAfterMs = performance.now() - endedAt;
      lastEventId = request.headers["last-event-id"] as string;
      openEvents(response);
      sendEvent(response, { id: callId, result: result("resumed") });
      response.end();
    },
  });
  return { ...server, resumedAfterMs: () => resumedAfterMs, lastEventId: () => lastEventId };
}
