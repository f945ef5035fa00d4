/**
 * Which era of the protocol a server speaks, and for how long that may be believed. Asking costs a round trip, and some
 * old servers never answer the question or end on it, so the answer is kept.
 */
import type { DiscoverResult, PriorDiscovery } from "@modelcontextprotocol/client";
import type { Era } from "../types.ts";

export interface EraVerdict {
  readonly era: Era;
  /** What the server said of itself; only the modern era has it. */
  readonly discover?: DiscoverResult;
  /** Milliseconds since the epoch. */
  readonly decidedAt: number;
}

/** A server that was upgraded still answers the old handshake, so the old verdict would hold for ever. */
const LEGACY_HORIZON_MS = 7 * 24 * 60 * 60 * 1000;
/** A wrong modern verdict fails loudly, but what a server says of itself grows old, too. */
const MODERN_HORIZON_MS = 24 * 60 * 60 * 1000;

/** The verdict in the SDK's words, or undefined when it must be asked again. */
export function priorFrom(verdict: EraVerdict | undefined, now = Date.now()): PriorDiscovery | undefined {
  if (verdict === undefined) return undefined;
  const age = now - verdict.decidedAt;
  if (verdict.era === "legacy") return age < LEGACY_HORIZON_MS ? { kind: "legacy" } : undefined;
  if (verdict.discover === undefined || age >= MODERN_HORIZON_MS) return undefined;
  return { kind: "modern", discover: verdict.discover };
}
