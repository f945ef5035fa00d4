/** Writes what happens in a box to its log. Whoever wants to know more of one server configures it with `debug: true`. */
import type { Config } from "../config/config.ts";
import type { CallKind } from "../types.ts";
import type { Logger } from "../util/log/logger.ts";
import type { Redactor } from "../util/redact.ts";
import { cutText } from "../util/terminal-text.ts";
import type { EventHub } from "./events.ts";

const MAX_TRAFFIC_CHARS = 2000;

export function keepLog(events: EventHub, config: () => Config, log: Logger): void {
  const logs = new WeakMap<Config, Map<string, Logger>>();
  const of = (server: string): Logger => {
    const current = config();
    const known = logs.get(current) ?? new Map<string, Logger>();
    logs.set(current, known);
    const own = known.get(server) ?? logOf(server, current, log);
    known.set(server, own);
    return own;
  };
  events.on("server-state", ({ name, state, reason }) => of(name).debug(`is ${state}`, { reason }));
  events.on("server-remark", ({ server, remark }) => of(server).debug(remark));
  events.on("server-stderr", ({ server, line }) => of(server).debug(`stderr: ${line}`));
  events.on(
    "call-end",
    ({ request: { kind = "tool" }, result: { server, tool, id, outcome, durationMs, error } }) =>
      of(server).debug(`${DONE[kind]} ${tool}`, () => ({ id, outcome, ms: durationMs, error })),
  );
}

const DONE: Readonly<Record<CallKind, string>> = {
  tool: "called",
  resource: "read resource",
  prompt: "used prompt",
  completion: "completed an argument of",
};

function logOf(server: string, config: Config, log: Logger): Logger {
  const configured = config.servers.get(server);
  const isDebugged = configured?.status === "valid" && configured.definition.debug;
  return log.child(isDebugged ? { server, level: "debug" } : { server });
}

export interface TrafficOptions {
  readonly server: string;
  readonly config: Config;
  readonly log: Logger;
  readonly redactor: Redactor;
}

/** Every message in both directions, where the server's log wants to know. */
export function trafficLog(
  options: TrafficOptions,
): ((direction: string, message: unknown) => void) | undefined {
  const { server, config, redactor } = options;
  const log = logOf(server, config, options.log);
  if (!log.isEnabled("debug")) return undefined;
  // Masked before it is cut: half a secret would not be recognised.
  const textOf = (message: unknown): string =>
    cutText(redactor.text(JSON.stringify(message)), MAX_TRAFFIC_CHARS);
  return (direction, message) => log.debug(direction, () => ({ text: textOf(message) }));
}
