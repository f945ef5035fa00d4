/** An error of the network, of TLS or of the HTTP parser → a fault that names the server, the cause and the next step. */
import { messageOf, systemCodeOf } from "../../../errors.ts";
import { HttpFault, type HttpFaultKind } from "./http-fault.ts";

export interface NetworkErrorContext {
  readonly server: string;
  readonly origin: string;
}

interface Description {
  readonly kind: HttpFaultKind;
  readonly what: string;
  readonly hint: string;
  readonly mayHaveRun: boolean;
}

export function describeNetworkError(error: unknown, context: NetworkErrorContext): HttpFault {
  if (error instanceof HttpFault) return error;
  const code = findCode(error);
  const description = describeCode(code, new URL(context.origin));
  return new HttpFault({
    kind: description.kind,
    server: context.server,
    message: `Server '${context.server}' at ${context.origin}: ${description.what}${code === undefined ? "" : ` (${code})`}`,
    hint: description.hint,
    cause: summarise(error, code),
    mayHaveRun: description.mayHaveRun,
  });
}

function describeCode(code: string | undefined, { hostname, host, protocol }: URL): Description {
  const secure = protocol === "https:";
  switch (code) {
    case "ECONNREFUSED":
      return notSent(
        `nothing listens at ${host}, the connection was refused`,
        "Start the server or check its port.",
      );
    case "ENOTFOUND":
      return notSent(
        `the host name ${hostname} does not exist`,
        "Check the spelling of the url and your DNS.",
      );
    case "EAI_AGAIN":
      return notSent(`the host name ${hostname} could not be resolved now`, "Check your network and DNS.");
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ENETDOWN":
      return notSent(`there is no route to ${host}`, "Check your network, VPN or firewall.");
    case "UND_ERR_CONNECT_TIMEOUT":
    case "ETIMEDOUT":
      return notSent(
        `no connection to ${host} within the time limit`,
        "Check your network, VPN or firewall.",
      );
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
      return tls(
        "its TLS certificate is self-signed and not trusted",
        "Add its authority with NODE_EXTRA_CA_CERTS; certificate checks cannot be switched off.",
      );
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "CERT_UNTRUSTED":
      return tls(
        "its TLS certificate comes from an authority that is not trusted",
        "Add that authority with NODE_EXTRA_CA_CERTS, or have the server send its whole chain.",
      );
    case "CERT_HAS_EXPIRED":
      return tls(
        "its TLS certificate has expired",
        "The server's operator must renew it; check your clock too.",
      );
    case "CERT_NOT_YET_VALID":
      return tls("its TLS certificate is not valid yet", "Check your clock.");
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return tls(
        `its TLS certificate is for another host than ${hostname}`,
        "Use the host name that the certificate names.",
      );
    case "UND_ERR_HEADERS_OVERFLOW":
      return notMcp("its response headers are too large");
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
      return notMcp("its reply is not as long as its headers say");
    case "UND_ERR_DESTROYED":
    case "UND_ERR_CLOSED":
      return {
        kind: "cancelled",
        what: "the connection was closed by us",
        hint: "Connect again.",
        mayHaveRun: true,
      };
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return sent("it closed the connection before the reply was complete");
    default:
      if (code?.startsWith("ERR_SSL_") || code === "EPROTO") {
        return tls("the TLS handshake failed", "Check that the port speaks https and not http.");
      }
      if (code?.startsWith("HPE_")) return notMcp("its reply is not HTTP");
      if (code?.startsWith("Z_") || code?.startsWith("ERR__ERROR_") || code?.startsWith("ZSTD_")) {
        return notMcp("its compressed reply cannot be decoded");
      }
      return sent(secure ? "the https request failed" : "the http request failed");
  }
}

function notSent(what: string, hint: string): Description {
  return { kind: "unreachable", what, hint, mayHaveRun: false };
}

function sent(what: string): Description {
  const hint = "The call may have run: repeat it only if that is harmless.";
  return { kind: "unreachable", what, hint, mayHaveRun: true };
}

function tls(what: string, hint: string): Description {
  return { kind: "tls", what, hint, mayHaveRun: false };
}

function notMcp(what: string): Description {
  return { kind: "not-mcp", what, hint: "Check that the url points to an MCP endpoint.", mayHaveRun: true };
}

/** The first system code in the chain of causes; several addresses give an AggregateError whose parts carry it. */
function findCode(error: unknown, depth = 0): string | undefined {
  if (depth > 4 || !(error instanceof Error)) return undefined;
  const own = systemCodeOf(error);
  if (own !== undefined) return own;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return findCode(inner, depth + 1);
}

/** A cause that keeps text and code only: parser errors carry the raw bytes of the reply, TLS errors whole certificates. */
function summarise(error: unknown, code: string | undefined): Error | undefined {
  // Unknown errors may quote what was sent; their text is not repeated.
  if (code === undefined || code.startsWith("UND_ERR_INVALID")) return undefined;
  return Object.assign(new Error(messageOf(error).slice(0, 300)), { code });
}
