/** What a transport is made of, and the check of its address. No message may quote the url: paths and queries hold keys. */
import type { AuthProvider, FetchLike, OAuthClientProvider } from "@modelcontextprotocol/client";
import { TackleError } from "../../../errors.ts";
import { addressFault } from "../../../util/web-address.ts";
import type { HttpFault } from "./http-fault.ts";
import type { HttpLimits } from "./limits.ts";
import type { Redact } from "./redact-sent.ts";

export interface HttpTransportOptions {
  readonly server: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** `http` is Streamable HTTP, `sse` the transport of 2024-11-05. */
  readonly kind: "http" | "sse";
  readonly limits?: Partial<HttpLimits> | undefined;
  readonly authProvider?: AuthProvider | OAuthClientProvider | undefined;
  /** Serves the requests of OAuth to other origins; without it they are refused. */
  readonly authFetch?: FetchLike | undefined;
  /** Masks secrets that the requests themselves do not show. */
  readonly redact?: Redact | undefined;
  /**
   * Called once when the server's own messages (list changes, logs) can no longer arrive although calls still work:
   * the standing stream could not be opened, or not be reopened. The remedy is a new connection, or polling.
   */
  readonly onStreamLost?: ((fault: HttpFault) => void) | undefined;
}

export function checkUrl({ server, url }: Pick<HttpTransportOptions, "server" | "url">): URL {
  switch (addressFault(url)) {
    case undefined:
      return new URL(url);
    case "not-a-url":
      throw badUrl(server, "is not a url", "Write it like https://host/mcp.");
    case "protocol":
      throw badUrl(server, `starts with ${new URL(url).protocol}`, "Use http: or https:.");
    case "credentials":
      throw badUrl(
        server,
        "has a user name or password in it",
        "Send them in an Authorization header instead.",
      );
  }
}

function badUrl(server: string, what: string, hint: string): TackleError {
  return new TackleError({ code: "config", server, message: `The url of server '${server}' ${what}`, hint });
}
