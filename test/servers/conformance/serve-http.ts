/** The server over HTTP in both eras, so that the suite can show that the fixture itself keeps the rules. */
import { randomUUID } from "node:crypto";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport as SessionTransport,
} from "@modelcontextprotocol/server";
import { MemoryEvents } from "../http/memory-events.ts";
import type { RunningServer } from "../http/listen.ts";
import { serveWebHandler } from "../http/web-handler.ts";
import { createServer } from "./create-server.ts";

export async function serveConformanceHttp(port: number): Promise<RunningServer> {
  const modern = createMcpHandler(createServer, { legacy: "reject" });
  const sessions = new Map<string, SessionTransport>();
  return serveWebHandler(
    async (request) => {
      const refused =
        hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
        originValidationResponse(request, localhostAllowedOrigins());
      if (refused !== undefined) return refused;
      return (await isLegacyRequest(request)) ? serveSession(request, sessions) : modern.fetch(request);
    },
    { port },
  );
}

async function serveSession(request: Request, sessions: Map<string, SessionTransport>): Promise<Response> {
  const id = request.headers.get("mcp-session-id");
  if (id !== null) {
    const known = sessions.get(id);
    if (known !== undefined) return known.handleRequest(request);
    const error = { code: -32001, message: "Session not found" };
    return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 404 });
  }
  const transport: SessionTransport = new SessionTransport({
    sessionIdGenerator: randomUUID,
    eventStore: new MemoryEvents(),
    retryInterval: 100,
    onsessioninitialized: (sessionId) => void sessions.set(sessionId, transport),
    onsessionclosed: (sessionId) => void sessions.delete(sessionId),
  });
  await createServer().connect(transport);
  return transport.handleRequest(request);
}
