/** When a search has to end: a part of the answer in time is better than none after it. */
const MAX_MILLISECONDS = 20_000;

export interface Deadline {
  /** Throws when the caller is gone, since nobody reads the answer then. */
  readonly isOver: () => boolean;
  /** For helpers that cannot ask: aborted when time is up, or the caller is gone. */
  readonly signal: AbortSignal;
}

export function createDeadline(caller: AbortSignal): Deadline {
  const timeUp = AbortSignal.timeout(MAX_MILLISECONDS);
  return {
    signal: AbortSignal.any([caller, timeUp]),
    isOver: () => {
      caller.throwIfAborted();
      return timeUp.aborted;
    },
  };
}
