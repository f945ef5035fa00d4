/** An event stream of comments, alive for ever and without a reply. */
import type { RunningServer } from "./listen.ts";
import { openEvents, startRawMcp } from "./raw-mcp.ts";

export async function startSseForever(era: "legacy" | "modern" = "legacy"): Promise<RunningServer> {
  return startRawMcp({
    era,
    onCall({ response }) {
      openEvents(response);
      const timer = setInterval(() => response.write(": still here\n\n"), 20);
      response.on("close", () => clearInterval(timer));
    },
  });
}
