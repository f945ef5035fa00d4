/**
 * Masks what we sent when a server sends it back. Built from the request itself (headers, query, long path segments),
 * so that a token which was refreshed a moment ago is known too.
 */

export type Redact = (text: string) => string;

const MASK = "[redacted]";
const SHORTEST_SECRET = 6;
const SHORTEST_PATH_SECRET = 20;

/** Headers that say nothing secret: masking `application/json` would only ruin messages. */
const OPEN_HEADERS = new Set([
  "accept",
  "accept-encoding",
  "content-type",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "user-agent",
]);

export function redactSent(headers: Headers, url: URL): Redact {
  const forms = new Set<string>();
  for (const secret of secretsIn(headers, url)) {
    for (const form of formsOf(secret)) forms.add(form);
  }
  // Longest first: a token that contains another is masked as a whole.
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((masked, form) => masked.replaceAll(form, MASK), text);
}

function* secretsIn(headers: Headers, url: URL): Generator<string> {
  for (const [name, value] of headers) {
    // `mcp-param-*` repeats arguments of the call, which an error may well quote.
    if (OPEN_HEADERS.has(name) || name.startsWith("mcp-param-")) continue;
    yield* longEnough(value, SHORTEST_SECRET);
    // "Bearer abc": the token alone as well.
    for (const word of value.split(" ").slice(1)) yield* longEnough(word, SHORTEST_SECRET);
  }
  for (const value of url.searchParams.values()) yield* longEnough(value, SHORTEST_SECRET);
  for (const segment of url.pathname.split("/")) yield* longEnough(segment, SHORTEST_PATH_SECRET);
}

function* longEnough(value: string, shortest: number): Generator<string> {
  if (value.length >= shortest) yield value;
}

/** A value as it is and in the encodings in which servers echo it. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("base64"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
}
