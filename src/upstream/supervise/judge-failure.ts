/** A failed start or a lost connection → what to do about it. Trying again must be able to help, or it is not done. */
import type { TackleError } from "../../errors.ts";
import { classifyHttpError } from "../transports/http/classify-http-error.ts";

export type Judgement =
  | { readonly kind: "needs-auth" }
  /** Nothing changes by itself: no timer, only a person or a call tries again. */
  | { readonly kind: "permanent" }
  | { readonly kind: "passing"; readonly retryAfterMs: number | undefined };

const PERMANENT_CODES = new Set<TackleError["code"]>(["config", "not-found", "permission", "protocol"]);

/** `wasConnected`: it did speak MCP before, so nonsense from it is an accident and not its nature. */
export function judgeFailure(error: TackleError, { wasConnected = false } = {}): Judgement {
  const http = classifyHttpError(error);
  if (http?.kind === "unauthorized") return { kind: "needs-auth" };
  if (http !== undefined) {
    return http.retryable ? { kind: "passing", retryAfterMs: http.retryAfterMs } : { kind: "permanent" };
  }
  if (wasConnected && error.code === "protocol") return { kind: "passing", retryAfterMs: undefined };
  if (PERMANENT_CODES.has(error.code) || isSpawnFailure(error)) return { kind: "permanent" };
  return { kind: "passing", retryAfterMs: undefined };
}

/** The program does not exist or may not be run: starting it again would only fill the log. */
function isSpawnFailure({ cause }: TackleError): boolean {
  return (
    cause instanceof Error &&
    "syscall" in cause &&
    "code" in cause &&
    cause.code !== "EAGAIN" &&
    cause.code !== "EMFILE"
  );
}
