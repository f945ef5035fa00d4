/** Why a signal was aborted, as a fault: a deadline is not the same as a caller who gave up. */
import { HttpFault } from "./http-fault.ts";

export function abortFault(signal: AbortSignal, server: string): HttpFault {
  const reason: unknown = signal.reason;
  if (reason instanceof HttpFault) return reason;
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return new HttpFault({
    kind: isTimeout ? "timeout" : "cancelled",
    server,
    message: isTimeout
      ? `Server '${server}' did not answer within the time limit`
      : `The request to server '${server}' was cancelled`,
    mayHaveRun: true,
  });
}
