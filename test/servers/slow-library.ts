/** A server of both eras whose resource and prompt come only when they are waited for; `given_up` names those that were not. */
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serveIfMain } from "./serve-if-main.ts";

export const NEVER_URI = "library://never";
const givenUp: string[] = [];

export function createServer(): McpServer {
  const server = new McpServer({ name: "slow-library", version: "1.0.0" });
  const never = async (what: string, signal: AbortSignal): Promise<never> => {
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    givenUp.push(what);
    throw new Error("Nobody reads this");
  };
  server.registerResource("never", NEVER_URI, {}, (_uri, { mcpReq }) => never("resource", mcpReq.signal));
  server.registerResource("now", "library://now", {}, ({ href }) => ({
    contents: [{ uri: href, text: "here" }],
  }));
  server.registerPrompt("never", { argsSchema: z.object({ topic: z.string() }) }, (_args, { mcpReq }) =>
    never("prompt", mcpReq.signal),
  );
  server.registerTool("given_up", { inputSchema: z.object({}) }, () => ({
    content: [{ type: "text", text: JSON.stringify(givenUp) }],
  }));
  return server;
}

serveIfMain(import.meta, createServer);
