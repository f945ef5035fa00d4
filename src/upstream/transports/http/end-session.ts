/** Tells the server that the session is over (2025-11-25, transports: session management), within a short deadline. */
import { createExchange, exchangeContext } from "./exchange.ts";
import type { SdkTransport } from "./sdk-transport.ts";

/** Always succeeds: whether the server listened is of no interest any more. */
export async function endSession(transport: SdkTransport, timeoutMs: number): Promise<void> {
  if (transport.terminateSession === undefined || transport.sessionId === undefined) return;
  const controller = new AbortController();
  const expired = Promise.withResolvers<void>();
  const deadline = setTimeout(() => {
    controller.abort();
    expired.resolve();
  }, timeoutMs);
  const exchange = createExchange({ kind: "message", id: "", method: "DELETE", signal: controller.signal });
  const ended = exchangeContext.run(exchange, () => transport.terminateSession?.());
  try {
    // Raced, since the token for the request may come from a provider that hangs.
    await Promise.race([ended, expired.promise]);
  } catch {
    // See above.
  } finally {
    clearTimeout(deadline);
  }
}
