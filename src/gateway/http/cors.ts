/** What a browser needs to let a page that passed the door read our answers. */
import type { ServerResponse } from "node:http";
import type { Headers } from "./reply.ts";

const NONE: Headers = {};

export function corsHeaders(origin: string | undefined): Headers {
  if (origin === undefined) return NONE;
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "mcp-session-id, www-authenticate",
    vary: "origin",
  };
}

export function replyToPreflight(response: ServerResponse, headers: Headers): void {
  response.writeHead(204, {
    ...headers,
    "access-control-allow-methods": "POST, GET, DELETE",
    "access-control-allow-headers":
      "authorization, content-type, accept, last-event-id, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name",
    "access-control-max-age": "600",
  });
  response.end();
}
