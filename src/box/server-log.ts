/** Each server's own log file: its stderr, its changes of state and its oddities, for `tackle logs`. */
import { join } from "node:path";
import { contentHash } from "../util/atomic-write.ts";
import { fileSink } from "../util/log/file-sink.ts";
import { createLogger, type Logger } from "../util/log/logger.ts";
import { stateFolder, type Environment } from "../util/paths.ts";
import type { Redactor } from "../util/redact.ts";
import type { ServerState } from "../types.ts";
import type { Box } from "./box.ts";
import { HELD_STATES } from "./held-states.ts";

/** The file of a server; its name may hold any character, the file's may not. */
export function serverLogFile(env: Environment, server: string): string {
  const safe = encodeURIComponent(server.toWellFormed()).replaceAll("*", "%2A");
  // Two long names may begin alike.
  const short = safe.length <= 120 ? safe : `${safe.slice(0, 100)}-${contentHash(server).slice(0, 16)}`;
  return join(stateFolder(env), "logs", "servers", `${short}.log`);
}

const TROUBLED = new Set<ServerState>(["failed", "backing-off", "needs-auth", "degraded", "invalid"]);

/** A server that may not run has nothing to tell, and one that never ran does not end: every command would say so again. */
const AT_REST = new Set<ServerState>([...HELD_STATES, "stopping", "idle"]);

/** Writes the logs of a box's servers until it is closed. */
export function keepServerLogs(
  box: Pick<Box, "on">,
  env: Environment,
  redactor: Redactor,
): { close(): Promise<void> } {
  /** Which have started, and not come to rest since. */
  const running = new Set<string>();
  const logs = new Map<string, Logger>();
  const logOf = (server: string): Logger => {
    const known = logs.get(server);
    if (known !== undefined) return known;
    const log = createLogger({
      level: "debug",
      redactor,
      sinks: [fileSink({ path: serverLogFile(env, server) })],
    });
    logs.set(server, log);
    return log;
  };
  const ends = [
    box.on("server-stderr", ({ server, line }) => logOf(server).info(line, { from: "stderr" })),
    box.on("server-remark", ({ server, remark }) => logOf(server).warn(remark, { from: "tackle" })),
    box.on("server-state", ({ name, state, reason }) => {
      if (!AT_REST.has(state)) running.add(name);
      else if (!running.has(name)) return;
      if (AT_REST.has(state) && state !== "stopping") running.delete(name);
      const level = TROUBLED.has(state) ? "warn" : "info";
      logOf(name)[level](`is ${state}`, { from: "tackle", reason });
    }),
  ];
  return {
    async close() {
      for (const end of ends) end();
      await Promise.all([...logs.values()].map((log) => log.close()));
    },
  };
}
