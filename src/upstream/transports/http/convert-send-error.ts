/** What the SDK's `send` threw → what the caller gets: our fault, or the server's JSON-RPC error if that is what it was. */
import { ProtocolError, SdkHttpError, SseError, UnauthorizedError } from "@modelcontextprotocol/client";
import { messageOf, TackleError } from "../../../errors.ts";
import { cleanText } from "./clean-text.ts";
import type { Exchange } from "./exchange.ts";
import { HttpFault } from "./http-fault.ts";
import type { Redact } from "./redact-sent.ts";

export interface SendErrorContext {
  readonly server: string;
  readonly origin: string;
  readonly exchange: Exchange;
}

export function convertSendError(error: unknown, context: SendErrorContext): unknown {
  const { exchange } = context;
  if (error instanceof TackleError || error instanceof ProtocolError) return error;
  if (exchange.fault === undefined) return isParseError(error) ? notJsonRpc(context) : error;
  if (!isAboutStatus(error)) return error; // of the authorization provider, which has errors of its own
  // The SDK's version negotiation judges by the status and body of its own error.
  if (exchange.method === "server/discover" && !(error instanceof UnauthorizedError)) return error;
  return rpcErrorOf(exchange) ?? exchange.fault;
}

/** The same for opening the event stream of the old transport. */
export function convertStartError(error: unknown, context: SendErrorContext): unknown {
  const { server, origin, exchange } = context;
  if (error instanceof TackleError) return error;
  if (error instanceof Error && error.message.startsWith("Endpoint origin does not match")) {
    return new HttpFault({
      kind: "not-mcp",
      server,
      message: `Server '${server}' at ${origin} wants messages to be posted to another origin, which is refused`,
      hint: "A server could collect credentials this way. If it is meant so, use the url of that origin.",
      mayHaveRun: false,
    });
  }
  return exchange.fault !== undefined && (error instanceof SseError || isAboutStatus(error))
    ? exchange.fault
    : error;
}

/** An error from the depths of the SDK in words that may be logged: it can quote what the server sent. */
export function cleanedError(error: unknown, server: string, redact: Redact): TackleError {
  if (error instanceof TackleError) return error;
  const said = cleanText(messageOf(error), { redact, maxLength: 300 });
  return new TackleError({ code: "protocol", server, message: `Server '${server}': ${said}` });
}

/** From the specification of 2026-07-28, an unknown method comes as 404 and bad parameters as 400, each with a reply. */
function rpcErrorOf({ rpcError, fault, id }: Exchange): ProtocolError | undefined {
  if (rpcError === undefined || String(rpcError.id) !== id) return undefined;
  if (fault?.kind !== "not-found" && fault?.kind !== "rejected") return undefined;
  return ProtocolError.fromError(rpcError.code, rpcError.message, rpcError.data);
}

function isAboutStatus(error: unknown): boolean {
  if (error instanceof SdkHttpError || error instanceof UnauthorizedError) return true;
  return error instanceof Error && error.message.startsWith("Error POSTing to endpoint");
}

function isParseError(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof Error && /^\$?ZodError$/.test(error.name));
}

/** Without the cause: the parser's message quotes the reply. */
function notJsonRpc({ server, origin, exchange }: SendErrorContext): HttpFault {
  return new HttpFault({
    kind: "not-mcp",
    server,
    message: `Server '${server}' at ${origin} answered ${exchange.method} with something that is not a JSON-RPC message`,
    hint: "Check that the url points to an MCP endpoint.",
    mayHaveRun: true,
  });
}
