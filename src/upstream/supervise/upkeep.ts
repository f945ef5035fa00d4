/** What a live connection needs from time to time, on one timer: health checks, and an end when nobody uses it. */
import type { TackleError } from "../../errors.ts";
import type { Connection } from "../connection.ts";
import { explainFailure } from "../explain-failure.ts";
import type { SupervisionPolicy } from "./policy.ts";

export interface UpkeepOptions {
  readonly policy: SupervisionPolicy;
  readonly idleTimeoutMs: number | undefined;
  /** When the last call began or ended, on the monotonic clock. */
  lastUse(): number;
  /** The connection is in doubt: check it even when it is in use. */
  isDoubted(): boolean;
  /** It has lived long enough for its past failures not to matter. */
  onStable(): void;
  onIdle(): void;
  onAnswered(): void;
  onSilent(reason: TackleError): void;
}

/** Returns the function that ends it. */
export function keepUp(connection: Connection, options: UpkeepOptions): () => void {
  const { healthIntervalMs, stableAfterMs } = options.policy;
  const idleTimeoutMs = options.idleTimeoutMs ?? Number.POSITIVE_INFINITY;
  const connectedAt = performance.now();
  let lastCheck = connectedAt;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;

  const next = (): void => {
    if (isOver) return;
    timer = setTimeout(() => void turn(), Math.min(healthIntervalMs, Math.max(50, idleTimeoutMs / 4)));
    timer.unref();
  };

  const turn = async (): Promise<void> => {
    const now = performance.now();
    const unused = connection.inFlight === 0 ? now - options.lastUse() : 0;
    if (now - connectedAt > stableAfterMs) options.onStable();
    if (unused > idleTimeoutMs) {
      options.onIdle();
      return;
    }
    // Traffic is proof of life; only silence is asked about.
    const isDue = now - lastCheck >= healthIntervalMs;
    if (isDue && (unused >= healthIntervalMs || options.isDoubted())) {
      lastCheck = now;
      await check();
    }
    next();
  };

  const check = async (): Promise<void> => {
    const { healthTimeoutMs } = options.policy;
    try {
      await connection.ping(healthTimeoutMs);
      if (!isOver) options.onAnswered();
    } catch (error) {
      const context = { server: connection.server, method: "The health check", timeoutMs: healthTimeoutMs };
      const reason = explainFailure(error, context);
      if (isOver) return;
      // An answer is an answer, even one that says that the question is not known.
      if (reason.code === "execution") options.onAnswered();
      else options.onSilent(reason);
    }
  };

  next();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
