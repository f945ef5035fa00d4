/** A raw response → the Response that the SDK gets: decoded, bounded, of an expected type, with few headers. */
import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { decodeBody, UnknownEncoding } from "../../../util/http/decode-body.ts";
import { cleanErrorBody, MAX_ERROR_BODY_BYTES } from "./error-body.ts";
import { EventGuard, EventTooLarge } from "./guard-events.ts";
import { isStandingStream, toFault, type GuardedFetchOptions, type Hop } from "./hop.ts";
import { HttpFault } from "./http-fault.ts";
import { discardBody, readBody } from "../../../util/http/read-body.ts";
import { firstValue, HostileSessionId, mediaType, passHeaders } from "./response-headers.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { statusFault } from "./status-fault.ts";

export async function guardResponse(
  options: GuardedFetchOptions,
  hop: Hop,
  response: Dispatcher.ResponseData,
): Promise<Response> {
  const { statusCode: status, headers } = response;
  const type = mediaType(headers);
  try {
    const body = decodeBody(response.body, firstValue(headers["content-encoding"]));
    if (status < 200 || status > 599) throw notMcp(options, `it answered with HTTP status ${status}`);
    if (status >= 300) return await guardFailure(options, hop, response, body);
    const init = { status, headers: passHeaders(headers, hop.redact) };
    if (!hop.wantsEvents)
      return new Response(hasNoBody(status) ? null : await readWhole(options, body), init);
    if (hop.method === "GET" && type === "text/event-stream") {
      return new Response(ReadableStream.from(guardEvents(options, hop, body)), init);
    }
    if (hop.method === "POST" && hop.exchange?.kind !== "request") {
      await discardBody(body);
      return new Response(null, init);
    }
    if (type === "text/event-stream") {
      if (hop.exchange !== undefined) hop.exchange.opened = "stream";
      return new Response(ReadableStream.from(guardEvents(options, hop, body)), init);
    }
    if (hop.method === "POST" && type === "application/json" && status === 200) {
      if (hop.exchange !== undefined) hop.exchange.opened = "whole";
      return new Response(await readWhole(options, body), init);
    }
    throw notMcp(options, describeType(type, status, hop));
  } catch (error) {
    response.body.destroy();
    if (error instanceof HostileSessionId) throw notMcp(options, error.message);
    if (error instanceof UnknownEncoding)
      throw notMcp(options, `it uses an unknown encoding, ${error.message}`);
    throw error;
  }
}

/** Keeps the status for the SDK and the fault for us; the body becomes a cleaned one. */
async function guardFailure(
  options: GuardedFetchOptions,
  hop: Hop,
  response: Dispatcher.ResponseData,
  body: Readable,
): Promise<Response> {
  const { server, limits } = options;
  const { statusCode: status, headers } = response;
  const { bytes, isCut } = await readBody(body, MAX_ERROR_BODY_BYTES);
  // A secret that was cut in two would not be recognised, so the end of a cut body is not used.
  const clean = cleanErrorBody(
    bytes.toString("utf8", 0, isCut ? bytes.length - 4096 : bytes.length),
    hop.redact,
  );
  const retryAfter = status === 429 || status === 503 ? firstValue(headers["retry-after"]) : undefined;
  const fault = statusFault({
    server,
    origin: options.url.origin,
    status,
    hadSession:
      hop.headers.has("mcp-session-id") || (options.postsAreInSession === true && hop.method === "POST"),
    body: clean,
    retryAfterMs: parseRetryAfter(retryAfter, { now: Date.now(), maxMs: limits.maxRetryAfterMs }),
  });
  if (hop.exchange !== undefined) {
    hop.exchange.fault = fault;
    hop.exchange.rpcError = clean.rpcError;
  }
  options.onFault?.(fault);
  // 405 is how a server says that it has no standing stream (2025-11-25, transports: listening for messages).
  if (isStandingStream(hop) && status !== 405) options.onEventStreamEnd?.({ wasOpen: false, fault });
  return new Response(hasNoBody(status) ? null : clean.text, {
    status,
    headers: passHeaders(headers, hop.redact),
  });
}

async function* guardEvents(
  options: GuardedFetchOptions,
  hop: Hop,
  body: Readable,
): AsyncGenerator<Uint8Array> {
  const guard = new EventGuard(options.limits.maxEventBytes);
  let fault: HttpFault | undefined;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) yield* guard.push(chunk);
  } catch (error) {
    fault = error instanceof EventTooLarge ? tooLarge(options, error.message) : toFault(options, hop, error);
    if (hop.exchange !== undefined) hop.exchange.fault = fault;
    throw fault;
  } finally {
    if (isStandingStream(hop)) options.onEventStreamEnd?.({ wasOpen: true, fault });
  }
}

async function readWhole(options: GuardedFetchOptions, body: Readable): Promise<Buffer<ArrayBuffer>> {
  const { bytes, isCut } = await readBody(body, options.limits.maxBodyBytes);
  if (isCut) throw tooLarge(options, `its reply has more than ${options.limits.maxBodyBytes} bytes`);
  return bytes;
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

function describeType(type: string, status: number, hop: Hop): string {
  if (type === "text/html") return "it answered with a web page, perhaps a login page, and not with MCP";
  if (status !== 200) return `it answered a request with HTTP ${status} and no reply`;
  const shown = hop.redact(type).slice(0, 80);
  const expected = hop.method === "GET" ? "text/event-stream" : "application/json or text/event-stream";
  return `it answered with content type "${shown}", expected ${expected}`;
}

function notMcp(options: GuardedFetchOptions, what: string): HttpFault {
  return new HttpFault({
    kind: "not-mcp",
    server: options.server,
    message: `Server '${options.server}' at ${options.url.origin} does not speak MCP here: ${what}`,
    hint: "Check that the url points to an MCP endpoint, and open it in a browser to see whether it asks for a login.",
    mayHaveRun: true,
  });
}

function tooLarge(options: GuardedFetchOptions, what: string): HttpFault {
  return new HttpFault({
    kind: "too-large",
    server: options.server,
    message: `Server '${options.server}' at ${options.url.origin} sent too much: ${what} (decompressed)`,
    hint: "Ask the tool for less, for example one page at a time.",
    mayHaveRun: true,
  });
}
