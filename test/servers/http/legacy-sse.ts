/** The transport of 2024-11-05: GET /sse opens the stream, its `endpoint` event says where to post. */
import type { ServerResponse } from "node:http";
import { listen, readText, type RunningServer } from "./listen.ts";
import { result, sendEvent } from "./raw-mcp.ts";

export interface LegacySseOptions {
  /** Where to post; another origin must be refused. */
  readonly endpoint?: string;
  readonly onCall?: "answer" | "end-stream" | "ignore" | "forget-session";
  /** Opens the stream but never names the endpoint. */
  readonly silent?: boolean;
}

export async function startLegacySse(
  options: LegacySseOptions = {},
): Promise<RunningServer & { authorizations: string[]; streams(): number }> {
  const authorizations: string[] = [];
  let streams = 0;
  let stream: ServerResponse | undefined;
  const server = await listen((request, response) => {
    authorizations.push(request.headers.authorization ?? "");
    if (request.method === "GET" && request.url === "/sse") {
      streams += 1;
      stream = response;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
      if (options.silent !== true)
        response.write(`event: endpoint\ndata: ${options.endpoint ?? "/messages?s=1"}\n\n`);
      return;
    }
    if (request.method !== "POST" || request.url !== "/messages?s=1")
      return void response.writeHead(404).end("no");
    void readText(request).then((text) => {
      const { id, method } = JSON.parse(text) as { id?: number; method: string };
      if (method === "tools/call" && options.onCall === "forget-session")
        return response.writeHead(404).end("no session");
      response.writeHead(202).end("Accepted");
      if (stream === undefined || id === undefined) return undefined;
      if (method === "initialize") {
        const serverInfo = { name: "old", version: "1" };
        return sendEvent(stream, {
          id,
          result: { protocolVersion: "2024-11-05", capabilities: { tools: {} }, serverInfo },
        });
      }
      if (options.onCall === "end-stream") return stream.end();
      return options.onCall === "ignore"
        ? undefined
        : sendEvent(stream, { id, result: result("old but well") });
    });
  });
  return { ...server, url: `${server.origin}/sse`, authorizations, streams: () => streams };
}
