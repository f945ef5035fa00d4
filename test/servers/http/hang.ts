/** Takes the call and never answers, not even with headers. With `from: "start"` it never answers anything. */
import { listen, type RunningServer } from "./listen.ts";
import { startRawMcp } from "./raw-mcp.ts";

export async function startHang(
  from: "call" | "start",
  era: "legacy" | "modern" = "legacy",
): Promise<RunningServer> {
  if (from === "start") return listen(() => undefined);
  return startRawMcp({ onCall: () => undefined, era });
}
