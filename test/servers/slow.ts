/** A well-behaved server with a tool that takes its time: 5 seconds unless told otherwise; stops when cancelled. */
import { setTimeout as delay } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serveIfMain } from "./serve-if-main.ts";

const STEPS = 5;

export function createServer(): McpServer {
  const server = new McpServer({ name: "slow", version: "1.0.0" });
  server.registerTool(
    "slow",
    {
      description: "Waits, with progress in five steps, then answers.",
      inputSchema: z.object({ milliseconds: z.number().min(0).max(600_000).default(5_000) }),
    },
    async ({ milliseconds }, context) => {
      const { signal, notify, _meta } = context.mcpReq;
      const progressToken = _meta?.progressToken;
      for (let step = 1; step <= STEPS; step += 1) {
        await delay(milliseconds / STEPS, undefined, { signal });
        if (progressToken === undefined) continue;
        await notify({
          method: "notifications/progress",
          params: { progressToken, progress: step, total: STEPS },
        });
      }
      return { content: [{ type: "text", text: `Waited ${milliseconds} ms.` }] };
    },
  );
  return server;
}

serveIfMain(import.meta, createServer);
