/**
 * An MCP server of the legacy era in plain HTTP: the handshake works, and the rest is up to the fixture, which gets
 * each `tools/call` (and, if it wants, anything else) with the bare response object.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { listen, readText, type ListenOptions, type RunningServer } from "./listen.ts";

export interface Call {
  readonly id: string | number;
  readonly method: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** How many `tools/call` came before this one. */
  readonly earlierCalls: number;
}

export interface RawMcpOptions {
  readonly onCall: (call: Call) => void;
  /** Sees every request first; true means that it answered. */
  readonly onRequest?: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly sessionId?: string;
  /** The standing stream; without it GET is answered with 405. */
  readonly onStream?: (request: IncomingMessage, response: ServerResponse) => void;
  readonly era?: "legacy" | "modern";
  readonly listen?: ListenOptions;
}

export async function startRawMcp(options: RawMcpOptions): Promise<RunningServer> {
  let calls = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (options.onRequest?.(request, response) === true) return;
    if (request.method === "GET" && options.onStream !== undefined)
      return options.onStream(request, response);
    if (request.method !== "POST")
      return void response.writeHead(request.method === "DELETE" ? 204 : 405).end();
    const message = JSON.parse(await readText(request)) as { id?: string | number; method?: string };
    const { id, method = "" } = message;
    if (id === undefined) return void response.writeHead(202).end();
    if (method === "tools/call")
      return options.onCall({ id, method, request, response, earlierCalls: calls++ });
    if (method === "initialize" && options.sessionId !== undefined) {
      response.setHeader("mcp-session-id", options.sessionId);
    }
    sendJson(response, { id, ...answer(method, options.era ?? "legacy") });
  };
  return listen((request, response) => {
    serve(request, response).catch(() => response.destroy());
  }, options.listen);
}

/** Answers a call as it should be. */
export function sendResult(call: Call, text: string): void {
  sendJson(call.response, { id: call.id, result: result(text) });
}

export function result(text: string): object {
  return { resultType: "complete", content: [{ type: "text", text }] };
}

export function sendJson(response: ServerResponse, message: object): void {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ jsonrpc: "2.0", ...message }));
}

export function sendEvent(response: ServerResponse, message: object): void {
  response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`);
}

export function openEvents(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
}

const SERVER_INFO = { name: "raw", version: "1.0.0" };

function answer(method: string, era: "legacy" | "modern"): object {
  if (method === "initialize" && era === "legacy") {
    return {
      result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: SERVER_INFO },
    };
  }
  if (method === "server/discover" && era === "modern") {
    const supportedVersions = ["2026-07-28"];
    const _meta = { "io.modelcontextprotocol/serverInfo": SERVER_INFO };
    const cache = { ttlMs: 0, cacheScope: "private" };
    return {
      result: { resultType: "complete", supportedVersions, capabilities: { tools: {} }, ...cache, _meta },
    };
  }
  return { error: { code: -32601, message: "Method not found" } };
}
