/**
 * When the SDK reopens a stream that ended. Its own policy gives up after two failures, and for ever reopens a stream
 * that the server closes in good order each second; ours waits longer with each short-lived stream.
 */
import type { ReconnectionScheduler, StreamableHTTPReconnectionOptions } from "@modelcontextprotocol/client";

const LONGEST_WAIT_MS = 60_000;
/** A stream that lived this long was a good one: the next wait is short again. */
const GOOD_LIFETIME_MS = 30_000;

export interface Reconnection {
  readonly options: StreamableHTTPReconnectionOptions;
  readonly schedule: ReconnectionScheduler;
  cancelAll(): void;
}

/** `continuesCall` tells whether the stream being reopened carries the reply to a request, where waiting costs. */
export function createReconnection(continuesCall: () => boolean): Reconnection {
  const timers = new Set<NodeJS.Timeout>();
  let shortStreams = 0;
  let reopenedAt = Number.NEGATIVE_INFINITY;

  const waitFor = (delay: number, failures: number): number => {
    if (continuesCall()) return delay;
    // `failures` is 0 when the stream had been open, that is when the server closed it.
    if (failures === 0)
      shortStreams = performance.now() - reopenedAt < GOOD_LIFETIME_MS ? shortStreams + 1 : 0;
    const wait = Math.min(delay * 2 ** Math.min(shortStreams, 16), LONGEST_WAIT_MS);
    return wait * (1 + Math.random() * 0.1);
  };

  return {
    options: {
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 5,
    },
    schedule(reconnect, delay, failures) {
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          reopenedAt = performance.now();
          reconnect();
        },
        waitFor(delay, failures),
      );
      // The SDK remembers one timer only; a forgotten one must not keep the process alive.
      timer.unref();
      timers.add(timer);
      return () => {
        clearTimeout(timer);
        timers.delete(timer);
      };
    },
    cancelAll() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
