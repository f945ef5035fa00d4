/** Whether a search has to end: a part of the answer in time is better than none after it. */
const MAX_MILLISECONDS = 20_000;

/** Gives the question to ask; throws when the caller is gone, since nobody reads the answer then. */
export function untilDeadline(signal: AbortSignal): () => boolean {
  const end = performance.now() + MAX_MILLISECONDS;
  return () => {
    signal.throwIfAborted();
    return performance.now() > end;
  };
}
