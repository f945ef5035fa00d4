/** Which headers a configuration may set. Kept here so that checking a file and connecting refuse the same ones. */

/** Headers that the protocol or HTTP itself sets. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "mcp-session-id",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** What is wrong: HTTP does not allow the name, or the value, or the header is not the configuration's to set. */
export type HeaderFault = "name" | "value" | "reserved";

export function headerFault(name: string, value: string): HeaderFault | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return "name";
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return "value";
  return RESERVED_HEADERS.has(name.toLowerCase()) ? "reserved" : undefined;
}
