/** Tools that say something while they run: progress, log messages, and a stream that they close under the client. */
import { setTimeout as delay } from "node:timers/promises";
import type { McpServer } from "@modelcontextprotocol/server";

const STEP_MS = 50;

export function registerRunningTools(server: McpServer): void {
  server.registerTool("test_tool_with_progress", { description: "Reports progress." }, async (context) => {
    const { _meta, notify } = context.mcpReq;
    const progressToken = _meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
      await delay(STEP_MS);
    }
    return { content: [{ type: "text", text: "Tool with progress executed successfully" }] };
  });
  server.registerTool("test_tool_with_logging", { description: "Writes to the log." }, async (context) => {
    const { log } = context.mcpReq;
    await log("info", "Tool execution started");
    await delay(STEP_MS);
    await log("info", "Tool processing data");
    await delay(STEP_MS);
    await log("info", "Tool execution completed");
    return { content: [{ type: "text", text: "Tool with logging executed successfully" }] };
  });
  server.registerTool(
    "test_logging_tool",
    { description: "Logs where it was asked to." },
    async (context) => {
      await context.mcpReq.log("info", "A message for those who asked for it");
      return { content: [{ type: "text", text: "Logged" }] };
    },
  );
  server.registerTool("test_reconnection", { description: "Closes its stream first." }, async (context) => {
    context.http?.closeSSE?.();
    await delay(2 * STEP_MS);
    return { content: [{ type: "text", text: "Reconnection test completed successfully" }] };
  });
}
