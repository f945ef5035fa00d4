/** Whether a request failed because the server does not know its method; asking again will not teach it. */
import { ProtocolError } from "@modelcontextprotocol/client";

const METHOD_NOT_FOUND = -32601;

export function isUnknownMethod(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return ProtocolError.isInstance(cause) && cause.code === METHOD_NOT_FOUND;
}
