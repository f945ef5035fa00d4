/** The built-in test server: proves that a box works when nothing else is configured. */
import { McpServer, type Transport } from "@modelcontextprotocol/server";
import * as z from "zod";

export async function startEcho(transport: Transport): Promise<void> {
  const server = new McpServer({ name: "echo", version: "1.0.0" });
  server.registerTool(
    "echo",
    { description: "Gives back the text that it is given", inputSchema: z.object({ text: z.string() }) },
    ({ text }) => ({ content: [{ type: "text", text }] }),
  );
  await server.connect(transport);
}
