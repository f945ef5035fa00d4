/** A well-behaved server whose tool answers with structured content and declares its shape. */
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serveIfMain } from "./serve-if-main.ts";

export function createServer(): McpServer {
  const server = new McpServer({ name: "json_response", version: "1.0.0" });
  server.registerTool(
    "json_response",
    {
      description: "Answers with a small record about a city.",
      inputSchema: z.object({ city: z.string().default("Lisbon") }),
      outputSchema: z.object({
        city: z.string(),
        temperature: z.number(),
        days: z.array(z.object({ day: z.string(), rain: z.boolean() })),
      }),
    },
    ({ city }) => {
      const structuredContent = {
        city,
        temperature: 21.5,
        days: [
          { day: "Monday", rain: false },
          { day: "Tuesday", rain: true },
        ],
      };
      return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
    },
  );
  return server;
}

serveIfMain(import.meta, createServer);
