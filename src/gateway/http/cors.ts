/** What a browser needs to let a page that passed the door read our answers. */
import type { HttpResponse } from "./exchange.ts";
import type { Headers } from "./reply.ts";

const NONE: Headers = {};

export function corsHeaders(origin: string | undefined): Headers {
  if (origin === undefined) return NONE;
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "mcp-session-id, www-authenticate, retry-after",
    vary: "origin",
  };
}

const ALLOWED_HEADERS =
  "authorization, content-type, accept, last-event-id, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name";

/** Besides ours, those that repeat an argument, which tools name themselves. */
function allowedHeaders(asked: string | undefined): string {
  const names = (asked ?? "").toLowerCase().split(",");
  const parameters = names
    .map((name) => name.trim())
    .filter((name) => /^mcp-param-[a-z0-9-]{1,64}$/.test(name));
  return [ALLOWED_HEADERS, ...parameters.slice(0, 50)].join(", ");
}

export function replyToPreflight(response: HttpResponse, headers: Headers, asked: string | undefined): void {
  response.writeHead(204, {
    ...headers,
    "access-control-allow-methods": "POST, GET, DELETE",
    "access-control-allow-headers": allowedHeaders(asked),
    "access-control-max-age": "600",
  });
  response.end();
}
