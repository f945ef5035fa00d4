/**
 * The `fetch` that the SDK's transports use. It stays on the server's origin, sends credentials nowhere else, bounds
 * every byte that comes back, and throws faults that name the server. The SDK still sees failed responses (its version
 * negotiation needs them), but only with a cleaned body.
 */
import type { FetchLike } from "@modelcontextprotocol/client";
import { request as sendRequest, type Dispatcher } from "undici";
import { exchangeContext } from "./exchange.ts";
import { followRedirect } from "./follow-redirect.ts";
import { guardResponse } from "./guard-response.ts";
import { isStandingStream, toFault, type GuardedFetchOptions, type Hop } from "./hop.ts";
import { HttpFault } from "./http-fault.ts";
import { discardBody } from "../../../util/http/read-body.ts";
import { redactSent, type Redact } from "./redact-sent.ts";
import { mergeHeaders } from "./request-headers.ts";

const MAX_REDIRECTS = 5;

export function createGuardedFetch(options: GuardedFetchOptions): FetchLike {
  return async (input, init) => {
    const url = new URL(input);
    if (url.origin !== options.url.origin) return fetchElsewhere(options, url, init);
    const hop = prepareHop(options, url, init);
    const { exchange } = hop;
    if (exchange !== undefined)
      Object.assign(exchange, { opened: undefined, fault: undefined, rpcError: undefined });
    try {
      return await guardResponse(options, hop, await fetchWithinOrigin(options, hop));
    } catch (error) {
      const fault = toFault(options, hop, error);
      if (exchange !== undefined) exchange.fault = fault;
      options.onFault?.(fault);
      if (isStandingStream(hop)) options.onEventStreamEnd?.({ wasOpen: false, fault });
      throw fault;
    }
  };
}

function prepareHop(options: GuardedFetchOptions, url: URL, init: RequestInit | undefined): Hop {
  const exchange = exchangeContext.getStore();
  const headers = mergeHeaders(init?.headers, options.headers);
  const method = init?.method === "POST" || init?.method === "DELETE" ? init.method : "GET";
  const wantsEvents = headers.get("accept")?.includes("text/event-stream") === true;
  const redactRequest = redactSent(headers, url);
  const redact: Redact = (text) => redactRequest(options.redact?.(text) ?? text);
  const hop = { url, method, headers, body: bodyText(init), redact, exchange, wantsEvents } as const;
  // The standing stream is opened in the context of a short message, but outlives its deadline.
  const ownSignal = isStandingStream(hop) ? undefined : exchange?.signal;
  const signals = [init?.signal, ownSignal].filter((signal) => signal instanceof AbortSignal);
  return { ...hop, signal: AbortSignal.any(signals) };
}

function bodyText(init: RequestInit | undefined): string | null {
  const body = init?.body ?? null;
  // The SDK sends JSON text, and forms for OAuth.
  return body instanceof URLSearchParams ? body.toString() : typeof body === "string" ? body : null;
}

async function fetchWithinOrigin(options: GuardedFetchOptions, first: Hop): Promise<Dispatcher.ResponseData> {
  let { url } = first;
  for (let followed = 0; ; followed++) {
    first.signal.throwIfAborted();
    const response = await sendRequest(url, {
      dispatcher: options.agent,
      method: first.method,
      headers: Object.fromEntries(first.headers),
      body: first.body,
      signal: first.signal,
    });
    // Destroying a body emits an error, which nobody may be listening for at that moment.
    response.body.on("error", () => undefined);
    const target = followRedirect({
      server: options.server,
      from: url,
      method: first.method,
      status: response.statusCode,
      location: response.headers["location"],
      isLast: followed === MAX_REDIRECTS,
    });
    if (target instanceof HttpFault) {
      response.body.destroy();
      throw target;
    }
    if (target === undefined) return response;
    await discardBody(response.body);
    url = target;
  }
}

async function fetchElsewhere(options: GuardedFetchOptions, url: URL, init?: RequestInit): Promise<Response> {
  if (options.authFetch !== undefined) return options.authFetch(url, init);
  throw new HttpFault({
    kind: "not-mcp",
    server: options.server,
    message: `Server '${options.server}' at ${options.url.origin} pointed to another origin, ${url.origin}, which is not contacted`,
    hint: "If that is where the server lives now, set its url in the configuration.",
    mayHaveRun: false,
  });
}
