/** A well-behaved server of both eras: says back what it is told, adds, and names its environment variables. */
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serveIfMain } from "./serve-if-main.ts";

export function createServer(): McpServer {
  const server = new McpServer({ name: "echo", version: "1.0.0" });
  server.registerTool(
    "echo",
    { description: "Says back the text it is given.", inputSchema: z.object({ text: z.string() }) },
    ({ text }) => ({ content: [{ type: "text", text }] }),
  );
  server.registerTool(
    "add",
    { description: "Adds two numbers.", inputSchema: z.object({ a: z.number(), b: z.number() }) },
    ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }),
  );
  server.registerTool(
    "environment",
    { description: "Names the environment variables that this server sees.", inputSchema: z.object({}) },
    () => ({ content: [{ type: "text", text: JSON.stringify(Object.keys(process.env).sort()) }] }),
  );
  return server;
}

serveIfMain(import.meta, createServer);
