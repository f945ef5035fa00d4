/** A well-behaved server whose tools fail: one says so in its result, the other throws. */
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serveIfMain } from "./serve-if-main.ts";

export function createServer(): McpServer {
  const server = new McpServer({ name: "fail", version: "1.0.0" });
  server.registerTool(
    "fail",
    { description: "Always fails, and says so in its result.", inputSchema: z.object({}) },
    () => ({ isError: true, content: [{ type: "text", text: "This tool always fails." }] }),
  );
  server.registerTool("throw", { description: "Always throws.", inputSchema: z.object({}) }, () => {
    throw new Error("This tool always throws.");
  });
  return server;
}

serveIfMain(import.meta, createServer);
