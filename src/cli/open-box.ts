/** A box for one command: built from the configuration, logged, and stopped whatever happens, also on Ctrl-C. */
import type { Config } from "../config/config.ts";
import { Box } from "../box/box.ts";
import { keepServerLogs } from "../box/server-log.ts";
import { TackleError } from "../errors.ts";
import type { Caller } from "../types.ts";
import type { Invocation } from "./command.ts";
import { trustRules } from "./read-config.ts";
import type { Terminal } from "./terminal.ts";

/** A person at a terminal, or a script of theirs: they typed the call themselves. */
const CALLER: Caller = { kind: "person", name: "cli" };

export async function withBox<Result>(
  invocation: Invocation,
  config: Config,
  work: (box: Box, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { surroundings, log, redactor, version } = invocation;
  const { env } = surroundings;
  const box = new Box({ config, rules: trustRules(invocation), version, env, log, redactor, caller: CALLER });
  const logs = keepServerLogs(box, env, redactor);
  const interruption = listenForSignals(invocation.terminal);
  try {
    return await Promise.race([work(box, interruption.signal), interruption.promise]);
  } finally {
    await box.stop();
    await logs.close();
    interruption.end();
  }
}

/** The first Ctrl-C stops in good order; the second ends the process at once, and the watchdog ends its children. */
function listenForSignals({ stderr }: Terminal): {
  signal: AbortSignal;
  promise: Promise<never>;
  end(): void;
} {
  const controller = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
    if (stderr.isTTY) stderr.write("\r\u001b[KStopping the servers; a second Ctrl-C ends at once.\n");
    reject(new TackleError({ code: "cancelled", message: "Interrupted" }));
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, onSignal);
  return {
    signal: controller.signal,
    promise,
    end: () => {
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(name, onSignal);
    },
  };
}
