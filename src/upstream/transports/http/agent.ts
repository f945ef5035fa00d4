/**
 * One pool of sockets per server, closed with it, so that one server can neither use up nor poison the sockets of
 * another. HTTP_PROXY and its relatives are not read: a proxy would see every credential, so it has to be asked for.
 */
import { Agent } from "undici";
import type { HttpLimits } from "./limits.ts";

export function createAgent(limits: HttpLimits): Agent {
  return new Agent({
    connections: limits.maxConnections,
    connect: { timeout: limits.connectTimeoutMs },
    // A call may legitimately stay silent for longer than undici's hidden 300 s; its own deadline ends it.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4_000,
    // Whatever the server promises, an idle socket is not trusted for longer than this.
    keepAliveMaxTimeout: 30_000,
    pipelining: 1,
    // One socket carries one exchange, so that aborting an exchange means destroying its socket and nothing else.
    allowH2: false,
  });
}
