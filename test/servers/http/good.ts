/** Servers that do everything right, built with the SDK: one of the modern era, one of the legacy era with sessions. */
import { randomUUID } from "node:crypto";
import {
  createMcpHandler,
  McpServer,
  WebStandardStreamableHTTPServerTransport as SessionTransport,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { RunningServer } from "./listen.ts";
import { serveWebHandler } from "./web-handler.ts";

export async function startModern(): Promise<RunningServer> {
  const handler = createMcpHandler(createServer, { legacy: "reject" });
  return serveWebHandler((request) => handler.fetch(request));
}

/** `sessions` tells how many are open, so that tests can see whether they are ended. */
export async function startLegacy(): Promise<RunningServer & { sessions(): number; restart(): void }> {
  const transports = new Map<string, SessionTransport>();
  const server = await serveWebHandler(async (request) => {
    const id = request.headers.get("mcp-session-id");
    const known = id === null ? undefined : transports.get(id);
    if (known !== undefined) return known.handleRequest(request);
    if (id !== null)
      return Response.json(
        { jsonrpc: "2.0", id: null, error: { code: -32001, message: "Session not found" } },
        { status: 404 },
      );
    const transport: SessionTransport = new SessionTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (sessionId) => void transports.set(sessionId, transport),
      onsessionclosed: (sessionId) => void transports.delete(sessionId),
    });
    await createServer().connect(transport);
    return transport.handleRequest(request);
  });
  return { ...server, sessions: () => transports.size, restart: () => transports.clear() };
}

function createServer(): McpServer {
  const server = new McpServer({ name: "good", version: "1.0.0" });
  const inputSchema = z.object({ text: z.string() });
  server.registerTool("echo", { description: "Says it back", inputSchema }, ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  return server;
}
