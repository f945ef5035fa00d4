/** Sends headers and half of the body, then nothing. */
import type { RunningServer } from "./listen.ts";
import { startRawMcp } from "./raw-mcp.ts";

export async function startSlowBody(era: "legacy" | "modern" = "legacy"): Promise<RunningServer> {
  return startRawMcp({
    era,
    onCall({ response }) {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"jsonrpc":"2.0",');
    },
  });
}
