/** The headers of a request: those of the protocol, then the configured ones. No message may quote a header's value. */
import { TackleError } from "../../../errors.ts";
import { headerFault } from "../../../util/http-header-rules.ts";
import { ACCEPTED_ENCODINGS } from "../../../util/http/decode-body.ts";

export function checkHeaders(server: string, headers: Readonly<Record<string, string>>): Headers {
  const checked = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    const fault = headerFault(name, value);
    if (fault !== undefined) {
      const isReserved = fault === "reserved";
      throw new TackleError({
        code: "config",
        server,
        message: isReserved
          ? `Server '${server}': the header ${name} is set by the protocol and cannot be configured`
          : `Server '${server}': the header ${JSON.stringify(name)} has a name or a value that HTTP does not allow`,
        hint: isReserved ? "Remove it from headers." : "Look for line breaks or non-Latin characters in it.",
      });
    }
    checked.set(name, value);
  }
  return checked;
}

/** What the SDK set wins: a token that was just refreshed over a configured one. */
export function mergeHeaders(fromSdk: RequestInit["headers"], configured: Headers): Headers {
  const merged = new Headers(fromSdk);
  for (const [name, value] of configured) {
    if (!merged.has(name)) merged.set(name, value);
  }
  if (!merged.has("user-agent")) merged.set("user-agent", "tacklebox");
  merged.set("accept-encoding", ACCEPTED_ENCODINGS);
  return merged;
}
