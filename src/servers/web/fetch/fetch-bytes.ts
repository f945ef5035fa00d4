/**
 * Fetches one document: redirects judged one by one, bytes counted after decompression, one deadline for all of it.
 * Sends no credentials and no cookies, and reads no proxy from the environment.
 */
import type { LookupFunction } from "node:net";
import { request, type Agent, type Dispatcher } from "undici";
import { messageOf, systemCodeOf, TackleError } from "../../../errors.ts";
import { decodeBody, UnknownEncoding } from "../../../util/http/decode-body.ts";
import { readBody } from "../../../util/http/read-body.ts";
import { addressFault } from "../../../util/web-address.ts";
import { createGuardedAgent } from "./guarded-agent.ts";

export interface FetchOptions {
  readonly allowedHosts: readonly string[];
  readonly deadlineMs: number;
  /** After decompression; the rest is not read. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly lookup?: LookupFunction;
  /** Asked before the body is read; throws for what is not wanted. */
  readonly checkHeaders: (document: DocumentHeaders) => void;
}

export interface DocumentHeaders {
  /** Where it was found at last. */
  readonly url: URL;
  readonly status: number;
  /** As the server says, in small letters; empty when it says nothing. */
  readonly contentType: string;
  /** As the server says, before decompression. */
  readonly declaredBytes: number | undefined;
}

export interface FetchedDocument extends DocumentHeaders {
  readonly bytes: Buffer;
  readonly isCut: boolean;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADERS = {
  "user-agent": "Tacklebox (+https://www.npmjs.com/package/tacklebox)",
  accept:
    "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, application/json;q=0.8, */*;q=0.1",
  "accept-encoding": "gzip, br, deflate",
};

export async function fetchBytes(address: string, options: FetchOptions): Promise<FetchedDocument> {
  const { allowedHosts, lookup, deadlineMs } = options;
  const agent = createGuardedAgent({ allowedHosts, ...(lookup === undefined ? undefined : { lookup }) });
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = AbortSignal.any([options.signal, deadline]);
  const place = { url: parseAddress(address, undefined) };
  try {
    return await follow(place, { ...options, agent, signal });
  } catch (error) {
    throw explain(error, { url: place.url, options, isLate: deadline.aborted });
  } finally {
    await agent.destroy();
  }
}

interface Exchange extends FetchOptions {
  readonly agent: Agent;
}

/** `place` says how far it came, for whoever explains a failure. */
async function follow(place: { url: URL }, exchange: Exchange): Promise<FetchedDocument> {
  const { agent, signal } = exchange;
  for (let followed = 0; ; followed++) {
    const response = await request(place.url, { dispatcher: agent, method: "GET", headers: HEADERS, signal });
    // Destroying a body emits an error, which nobody may be listening for at that moment.
    response.body.on("error", () => undefined);
    const location = firstOf(response.headers["location"]);
    if (!REDIRECTS.has(response.statusCode) || location === undefined)
      return readDocument(place.url, { response, exchange });
    response.body.destroy();
    if (followed === MAX_REDIRECTS)
      throw refused(`${shown(place.url)} redirects more than ${MAX_REDIRECTS} times`);
    // Headers are read byte by byte; sites write addresses in UTF-8.
    place.url = parseAddress(Buffer.from(location, "latin1").toString("utf8"), place.url);
  }
}

async function readDocument(
  url: URL,
  { response, exchange }: { response: Dispatcher.ResponseData; exchange: Exchange },
): Promise<FetchedDocument> {
  const { headers, statusCode: status, body } = response;
  const contentType = (firstOf(headers["content-type"]) ?? "").toLowerCase().slice(0, 200);
  const length = Number(firstOf(headers["content-length"]) ?? Number.NaN);
  const declaredBytes = Number.isSafeInteger(length) && length >= 0 ? length : undefined;
  const document = { url, status, contentType, declaredBytes };
  exchange.checkHeaders(document);
  const decoded = decodeBody(body, firstOf(headers["content-encoding"]));
  const { bytes, isCut } = await readBody(decoded, exchange.maxBytes);
  return { ...document, bytes, isCut };
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** The parser of URLs turns every spelling of an address (0x7f.1, 2130706433) into the usual one. */
function parseAddress(address: string, base: URL | undefined): URL {
  const url = URL.parse(address, base?.href);
  const from = base === undefined ? "" : `${shown(base)} redirects to `;
  if (url === null) throw refused(`${from}${quote(address)}, which is not a URL`);
  switch (addressFault(url.href)) {
    case "protocol":
      throw refused(`${from}${quote(address)}, and only http and https are fetched`);
    case "credentials":
      throw refused(`${from}a URL with a user name or a password in it, which is not fetched`);
    case "not-a-url":
    case undefined:
      return url;
  }
}

function quote(address: string): string {
  return `'${address.slice(0, 200)}'`;
}

/** Without the query, which may hold what should not be repeated. */
export function shown(url: URL): string {
  return `${url.origin}${url.pathname}`.slice(0, 300);
}

function refused(message: string): TackleError {
  return new TackleError({
    code: "usage",
    message,
    hint: "Give an address of the web, such as https://example.org/.",
  });
}

interface FailureContext {
  readonly url: URL;
  readonly options: FetchOptions;
  readonly isLate: boolean;
}

function explain(error: unknown, { url, options, isLate }: FailureContext): TackleError {
  const known = findTackleError(error);
  if (known !== undefined) return known;
  const where = shown(url);
  if (options.signal.aborted)
    return new TackleError({ code: "cancelled", message: `Fetching ${where} was cancelled` });
  if (isLate) {
    const message = `${where} was not complete within ${options.deadlineMs / 1000} s`;
    return new TackleError({
      code: "timeout",
      message,
      hint: "The site is slow or never ends; try another source.",
    });
  }
  if (error instanceof UnknownEncoding) {
    return new TackleError({
      code: "execution",
      message: `${where} is compressed in an unknown way: ${error.message}`,
    });
  }
  const code = findCode(error);
  return new TackleError({
    code: "connection",
    message: `${where} could not be fetched: ${REASONS.get(code ?? "") ?? messageOf(error).slice(0, 200)}${code === undefined ? "" : ` (${code})`}`,
    hint: "Check the spelling of the address, and that the site is up.",
  });
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ENOTFOUND", "the host does not exist"],
  ["EAI_AGAIN", "the host's address could not be found out now"],
  ["ECONNREFUSED", "nothing listens there"],
  ["ECONNRESET", "the site closed the connection"],
  ["UND_ERR_SOCKET", "the site closed the connection"],
  ["UND_ERR_CONNECT_TIMEOUT", "no connection within the time limit"],
  ["UND_ERR_HEADERS_OVERFLOW", "its headers are too large"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another host"],
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
  ["Z_DATA_ERROR", "its compressed content is damaged"],
]);

/** Ours may be wrapped: several addresses of a name give an AggregateError. */
function findTackleError(error: unknown, depth = 0): TackleError | undefined {
  if (error instanceof TackleError) return error;
  if (!(error instanceof Error) || depth > 4) return undefined;
  const inner: unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.map((one) => findTackleError(one, depth + 1)).find((one) => one !== undefined);
}

function findCode(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 4) return undefined;
  return (
    systemCodeOf(error) ??
    findCode(error instanceof AggregateError ? error.errors[0] : error.cause, depth + 1)
  );
}
