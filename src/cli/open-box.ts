/** A box for one command: built from the configuration, logged, and stopped whatever happens, also on Ctrl-C. */
import type { Config } from "../config/config.ts";
import { Box } from "../box/box.ts";
import { keepServerLogs } from "../box/server-log.ts";
import { TackleError } from "../errors.ts";
import type { Caller } from "../types.ts";
import { askHere } from "./ask-here.ts";
import type { Invocation } from "./command.ts";
import { loadDefaults } from "./default-config.ts";
import { trustRules } from "./read-config.ts";
import { listenForSignals, type Signals } from "./signals.ts";
import type { Terminal } from "./terminal.ts";

/** A person at a terminal, or a script of theirs: they typed the call themselves. */
const CALLER: Caller = { kind: "person", name: "cli" };

/** With nothing configured it holds the embedded defaults, as the gateway does. */
export async function withBox<Result>(
  invocation: Invocation,
  config: Config,
  work: (box: Box, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { surroundings, log, redactor, version } = invocation;
  const { env } = surroundings;
  const ask = askHere(invocation, () => box);
  const box: Box = new Box({
    config: config.servers.size === 0 ? await loadDefaults(surroundings) : config,
    rules: trustRules(invocation),
    version,
    env,
    log,
    redactor,
    caller: CALLER,
    ...(ask === undefined ? undefined : { ask }),
  });
  const logs = keepServerLogs(box, env, redactor);
  const interruption = interrupting(invocation.terminal);
  try {
    return await Promise.race([work(box, interruption.signal), interruption.promise]);
  } finally {
    await box.stop();
    await logs.close();
    interruption.end();
  }
}

/** The first signal interrupts the work; `finally` then stops the servers in good order. */
function interrupting({ stderr }: Terminal): Signals & { readonly promise: Promise<never> } {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const signals = listenForSignals(() => {
    if (stderr.isTTY) stderr.write("\r\u001b[KStopping the servers; a second Ctrl-C ends at once.\n");
    reject(new TackleError({ code: "cancelled", message: "Interrupted" }));
  });
  return { ...signals, promise };
}
