/**
 * Who may knock at the gateway's door at all, decided before anything in a request is believed. A web page that somebody
 * opened in a browser on this machine can reach a loopback address too: the Host and Origin headers tell it apart.
 */
import type { IncomingHttpHeaders } from "node:http";

export interface DoorRules {
  /** Names by which the gateway may be addressed, without port; undefined where a token is asked for and any will do. */
  readonly hosts: ReadonlySet<string> | undefined;
  /** Origins of web pages that may use it, besides those on this machine. */
  readonly origins: ReadonlySet<string>;
}

export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Why a request is turned away; undefined when it may come in. */
export function refuseAtDoor(headers: IncomingHttpHeaders, rules: DoorRules): string | undefined {
  const host = hostNameOf(headers.host);
  if (host === undefined) return "The Host header is missing or makes no sense";
  if (rules.hosts !== undefined && !rules.hosts.has(host))
    return "The Host header does not name this gateway (a name can be allowed with --allow-host)";
  const { origin } = headers;
  if (origin === undefined || rules.origins.has(origin)) return undefined;
  if (isLoopbackOrigin(origin)) return undefined;
  return "The Origin header names a web page that may not use this gateway";
}

/** An origin is a scheme, a host and perhaps a port, and nothing else. */
function isLoopbackOrigin(origin: string): boolean {
  const match = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.exec(origin);
  return match !== null;
}

/** The name in a Host header, without its port. */
export function hostNameOf(host: string | undefined): string | undefined {
  return /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?$/.exec(host ?? "")?.[1]?.toLowerCase();
}

export function isLoopbackAddress(address: string): boolean {
  return address === "localhost" || address === "::1" || /^127(?:\.\d{1,3}){3}$/.test(address);
}
