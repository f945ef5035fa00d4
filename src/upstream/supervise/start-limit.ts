/**
 * Bounds how many servers start at the same moment, so that a hundred of them do not fight for the processor. A place is
 * lent, not owned: a server that hangs loses it after a while and delays nobody.
 */
export interface StartLimit {
  /** Waits for a place; the function returned gives it back. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createStartLimit(places: number, lendMs: number): StartLimit {
  let free = places;
  const waiting: (() => void)[] = [];

  const giveBack = (): void => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };

  const lend = (): (() => void) => {
    let isGivenBack = false;
    const once = (): void => {
      clearTimeout(expiry);
      if (!isGivenBack) giveBack();
      isGivenBack = true;
    };
    const expiry = setTimeout(once, lendMs);
    expiry.unref();
    return once;
  };

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free--;
        return lend();
      }
      await new Promise<void>((resolve, reject) => {
        const onTurn = (): void => {
          signal.removeEventListener("abort", onAbort);
          resolve();
        };
        const onAbort = (): void => {
          waiting.splice(waiting.indexOf(onTurn), 1);
          reject(signal.reason as Error);
        };
        signal.addEventListener("abort", onAbort, { once: true });
        waiting.push(onTurn);
      });
      return lend();
    },
  };
}
