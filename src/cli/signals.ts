/** Ctrl-C and its kin: the first ends in good order, the second at once; the watchdog then ends the servers. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** npm passes on the Ctrl-C that the terminal has sent to all of its group: what follows so soon is the same one again. */
const ECHO_MS = 250;

export interface Signals {
  readonly signal: AbortSignal;
  end(): void;
}

export function listenForSignals(onFirst: () => void): Signals {
  const controller = new AbortController();
  let first = 0;
  const onSignal = (): void => {
    if (!controller.signal.aborted) {
      first = performance.now();
      controller.abort();
      onFirst();
    } else if (performance.now() - first > ECHO_MS) process.exit(130);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: controller.signal,
    end: () => {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}
