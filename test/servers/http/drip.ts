/** A correct reply at a few bytes per second, so that no pause is ever long. */
import type { RunningServer } from "./listen.ts";
import { startRawMcp } from "./raw-mcp.ts";

export async function startDrip(): Promise<RunningServer> {
  return startRawMcp({
    onCall({ id, response }) {
      response.writeHead(200, { "content-type": "application/json" });
      const reply = JSON.stringify({ jsonrpc: "2.0", id, result: { content: [] } });
      let sent = 0;
      const timer = setInterval(() => {
        response.write(reply[sent++] ?? " ");
      }, 200);
      response.on("close", () => clearInterval(timer));
    },
  });
}
