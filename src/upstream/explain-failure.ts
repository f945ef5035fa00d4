/** Whatever went wrong while talking to a server → one typed error that names the server, the method and the cause. */
import { ProtocolError, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { messageOf, TackleError } from "../errors.ts";
import { cutText } from "../util/terminal-text.ts";
import { asHttpFault } from "./transports/http/as-http-fault.ts";

export interface FailureContext {
  readonly server: string;
  /** `tools/call` and the like, for the message. */
  readonly method: string;
  readonly tool?: string | undefined;
  readonly timeoutMs?: number;
  /** The caller gave up. */
  readonly wasCancelled?: boolean;
  readonly isHttp?: boolean;
  /** Masks secrets: a server may quote in its error what it was given. */
  readonly redact?: (text: string) => string;
  /** Why the connection ended, where its transport knows. */
  readonly closeReason?: TackleError | undefined;
}

/** A server's own words are shown, but not all of them. */
const MAX_SERVER_WORDS = 2000;

export function explainFailure(error: unknown, context: FailureContext): TackleError {
  if (error instanceof TackleError) return error;
  const { server, tool } = context;
  const what =
    tool === undefined ? `${context.method} on server '${server}'` : `Tool '${tool}' on server '${server}'`;
  const make = (code: TackleError["code"], message: string, hint?: string): TackleError =>
    new TackleError({ code, message, hint, server, tool, cause: error });

  if (context.wasCancelled === true) return make("cancelled", `${what} was cancelled`);
  // Masked before it is cut: half a secret would not be recognised.
  const words = cutText((context.redact ?? ((text) => text))(messageOf(error)), MAX_SERVER_WORDS);
  if (ProtocolError.isInstance(error)) {
    const { code, data } = error;
    const message = `${what} answered with an error: ${words} (${code})`;
    const protocolError = { code, message: words, ...(data === undefined ? undefined : { data }) };
    return new TackleError({ code: "execution", message, server, tool, cause: error, protocolError });
  }
  if (context.closeReason !== undefined) return context.closeReason;
  const fault = context.isHttp === true ? asHttpFault(error, server) : undefined;
  if (fault !== undefined) return fault;
  if (!SdkError.isInstance(error)) return make("protocol", `${what} failed: ${words}`);
  switch (error.code) {
    case SdkErrorCode.RequestTimeout: {
      const hint =
        context.method === "tools/call"
          ? `Raise 'timeout' for server '${server}', or the tool's own in 'toolTimeouts', if it needs longer.`
          : `'tackle logs ${server}' shows what it said meanwhile.`;
      return make("timeout", `${what} gave no answer within ${context.timeoutMs ?? "its"} ms`, hint);
    }
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.NotConnected:
    case SdkErrorCode.SendFailed: {
      const hint = `'tackle logs ${server}' shows its last words.`;
      return make("connection", `${what} failed: the connection was lost`, hint);
    }
    default:
      return make("protocol", `${what} gave an answer that is not MCP: ${words}`);
  }
}
