/**
 * Reads the plainest form of a request and nothing else: a POST that says how long it is, with every header once and no
 * character that could be read in two ways. For whatever is not of that form there is node:http.
 */
import type { IncomingHttpHeaders } from "node:http";

export interface Head {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Bytes of the head itself, with the empty line at its end. */
  readonly length: number;
  /** And with its body. */
  readonly wholeLength: number;
}

const MAX_HEAD_BYTES = 32 * 1024;
/** Far fewer than node:http refuses. */
const MOST_HEADERS = 100;
const POST = Buffer.from("POST /");
const END = "\r\n\r\n";
const FIRST_LINE = /^POST (\/[!-~]*) HTTP\/1\.1$/;
/** What is no text of ASCII, and ends of lines that only some take for such. */
const UNCLEAR = /[^\t\r\n -~]|\r(?!\n)|(?<!\r)\n/;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const LENGTH = /^\d{1,6}$/;
/** They change how a body or a connection is to be read. */
const NOT_PLAIN = ["transfer-encoding", "expect", "upgrade", "trailer", "te", "proxy-connection"];

/** Undefined where the bytes do not begin with a whole head of the plainest form. */
export function readHead(bytes: Buffer): Head | undefined {
  if (bytes.length < POST.length || POST.compare(bytes, 0, POST.length) !== 0) return undefined;
  const end = bytes.indexOf(END, 0, "latin1");
  if (end === -1 || end > MAX_HEAD_BYTES) return undefined;
  const text = bytes.toString("latin1", 0, end);
  if (UNCLEAR.test(text)) return undefined;
  const [first = "", ...lines] = text.split("\r\n");
  if (lines.length > MOST_HEADERS) return undefined;
  const url = FIRST_LINE.exec(first)?.[1];
  const headers = readHeaders(lines);
  if (url === undefined || headers === undefined) return undefined;
  if (!isPlain(headers)) return undefined;
  const length = end + END.length;
  return { url, headers, length, wholeLength: length + Number(headers["content-length"]) };
}

function readHeaders(lines: readonly string[]): IncomingHttpHeaders | undefined {
  const headers: IncomingHttpHeaders = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = colon === -1 ? undefined : knownName(line.slice(0, colon));
    // Also not plain: the names of what every object has.
    if (name === undefined || headers[name] !== undefined) return undefined;
    headers[name] = line.slice(colon + 1).trim();
  }
  return headers;
}

function isPlain(headers: IncomingHttpHeaders): boolean {
  const { host, connection, "content-length": length = "" } = headers;
  return (
    host !== undefined &&
    LENGTH.test(length) &&
    (connection === undefined || connection.toLowerCase() === "keep-alive") &&
    NOT_PLAIN.every((name) => headers[name] === undefined)
  );
}

/** The same few names come with every request. */
const names = new Map<string, string>();
const MOST_NAMES = 256;

/** A name in lower case; undefined for what cannot be one. */
function knownName(given: string): string | undefined {
  const known = names.get(given);
  if (known !== undefined) return known;
  if (!NAME.test(given)) return undefined;
  const name = given.toLowerCase();
  if (names.size < MOST_NAMES && given.length <= 64) names.set(given, name);
  return name;
}
