/** A well-behaved server that tells what came along with a call: the metadata of its request. */
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serveIfMain } from "./serve-if-main.ts";

export function createServer(): McpServer {
  const server = new McpServer({ name: "metadata", version: "1.0.0" });
  server.registerTool(
    "metadata",
    { description: "Tells the metadata of the call.", inputSchema: z.object({}) },
    (_arguments, { mcpReq }) => ({ content: [{ type: "text", text: JSON.stringify(mcpReq._meta ?? {}) }] }),
  );
  return server;
}

serveIfMain(import.meta, createServer);
