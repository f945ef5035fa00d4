/** The numbers of supervision, all in milliseconds unless they count something. Tests use smaller ones. */
export interface SupervisionPolicy {
  readonly handshakeTimeoutMs: number;
  /** First and longest pause before another attempt; the real one is random up to that (full jitter). */
  readonly backoffFirstMs: number;
  readonly backoffLongestMs: number;
  /** So many failures within the window open the circuit: from then on only a slow probe is made. */
  readonly breakerFailures: number;
  readonly breakerWindowMs: number;
  readonly breakerProbeMs: number;
  /** After so long without a failure the past is forgotten. */
  readonly stableAfterMs: number;
  /** How soon a call may try again what failed for good, since a person may have mended it. */
  readonly retryOnDemandMs: number;
  readonly healthIntervalMs: number;
  readonly healthTimeoutMs: number;
  /** News of changed lists are collected for so long, and lists are read at most so often. */
  readonly listDebounceMs: number;
  readonly listIntervalMs: number;
  readonly listIntervalLongestMs: number;
}

export const DEFAULT_POLICY: SupervisionPolicy = {
  handshakeTimeoutMs: 30_000,
  backoffFirstMs: 1000,
  backoffLongestMs: 60_000,
  breakerFailures: 5,
  breakerWindowMs: 120_000,
  breakerProbeMs: 60_000,
  stableAfterMs: 60_000,
  retryOnDemandMs: 10_000,
  healthIntervalMs: 30_000,
  healthTimeoutMs: 10_000,
  listDebounceMs: 100,
  listIntervalMs: 500,
  listIntervalLongestMs: 30_000,
};
