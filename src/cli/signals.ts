/** Ctrl-C and its kin: the first ends in good order, the second at once; the watchdog then ends the servers. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface Signals {
  readonly signal: AbortSignal;
  end(): void;
}

export function listenForSignals(onFirst: () => void): Signals {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
    onFirst();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: controller.signal,
    end: () => {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}
