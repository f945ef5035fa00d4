/** The few response headers that the SDK needs, checked. No other reaches it: no cookies, nothing of unbounded size. */
import type { IncomingHttpHeaders } from "undici/types/header.js";
import type { Redact } from "./redact-sent.ts";

const PASSED_HEADERS = ["content-type", "www-authenticate", "dpop-nonce"] as const;
const MAX_HEADER_LENGTH = 4 * 1024;
/** Some servers put a signed token here; none needs more. */
const MAX_SESSION_ID_LENGTH = 2 * 1024;

export class HostileSessionId extends Error {}

export function passHeaders(headers: IncomingHttpHeaders, redact: Redact): Headers {
  const passed = new Headers();
  for (const name of PASSED_HEADERS) {
    const value = firstValue(headers[name]);
    // The SDK quotes these in messages.
    if (value !== undefined) passed.set(name, redact(value).slice(0, MAX_HEADER_LENGTH));
  }
  const sessionId = headers["mcp-session-id"];
  if (sessionId !== undefined) passed.set("mcp-session-id", checkSessionId(sessionId));
  return passed;
}

/** The specification allows visible ASCII only; anything else would come back with each of our requests. */
function checkSessionId(value: string | string[]): string {
  if (typeof value !== "string") throw new HostileSessionId("it sent several session ids");
  if (value.length > MAX_SESSION_ID_LENGTH) {
    throw new HostileSessionId(
      `its session id has ${value.length} characters, more than ${MAX_SESSION_ID_LENGTH}`,
    );
  }
  if (!/^[\x21-\x7e]*$/.test(value)) {
    throw new HostileSessionId("its session id has characters other than visible ASCII");
  }
  return value;
}

export function firstValue(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}

/** `Text/HTML; charset=utf-8` → `text/html` */
export function mediaType(headers: IncomingHttpHeaders): string {
  return (firstValue(headers["content-type"]) ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
