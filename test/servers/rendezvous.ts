/** A well-behaved server that says which process it is, and whose answer a test can hold back by a file. */
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serveIfMain } from "./serve-if-main.ts";

export function createServer(): McpServer {
  const server = new McpServer({ name: "rendezvous", version: "1.0.0" });
  server.registerTool(
    "pid",
    { description: "Names the process that runs this server.", inputSchema: z.object({}) },
    () => ({ content: [{ type: "text", text: String(process.pid) }] }),
  );
  server.registerTool(
    "meet",
    {
      description: "Creates FILE.waiting, and answers when FILE is there.",
      inputSchema: z.object({ file: z.string() }),
    },
    async ({ file }, { mcpReq: { signal } }) => {
      writeFileSync(`${file}.waiting`, "");
      while (!existsSync(file)) await delay(20, undefined, { signal });
      return { content: [{ type: "text", text: "met" }] };
    },
  );
  return server;
}

serveIfMain(import.meta, createServer);
