/** A box for programs: the whole product without a terminal. */
import { randomUUID } from "node:crypto";
import { loadConfig } from "../config/load-config.ts";
import { TackleError } from "../errors.ts";
import type { AskPerson } from "../gate/approvals.ts";
import { readApprovedServers } from "../store/approved-servers.ts";
import type { StartInProcess } from "../upstream/connect.ts";
import type { Caller } from "../types.ts";
import { createLogger, type Logger } from "../util/log/logger.ts";
import type { Environment } from "../util/paths.ts";
import { createRedactor } from "../util/redact.ts";
import { Box } from "./box.ts";
import { followConfig } from "./follow-config.ts";

/** A server that runs in this process; `defineServer` makes one. */
export interface InProcess {
  readonly name: string;
  readonly start: StartInProcess;
}

export interface CreateBoxOptions {
  /** Servers by name, in the canonical form of the configuration. */
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  /** Servers that run in this process. */
  readonly servers?: readonly InProcess[];
  /** Configuration files to read. */
  readonly configFiles?: readonly string[];
  /** Also read what `tackle` would read here: the environment, the project's files (approved ones) and the user's. */
  readonly discover?: boolean;
  /** Take over changes of the configuration files while the box runs. */
  readonly watch?: boolean;
  /** Settings of all servers: allowedTools, policy, naming … as under `settings` in a file. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Who calls; an agent's calls ask, a person's do not. */
  readonly caller?: Caller;
  /** Puts a question to a person; without it, what would ask is denied. */
  readonly ask?: AskPerson;
  readonly log?: Logger;
  readonly env?: Environment;
  readonly cwd?: string;
}

declare const TACKLEBOX_VERSION: string | undefined;

/** Builds a box and starts nothing. Throws when the configuration has errors: a program has nobody to show them to. */
export async function createBox(options: CreateBoxOptions = {}): Promise<Box> {
  const { env = process.env, cwd = process.cwd(), servers = [], discover = false } = options;
  const inProcess = Object.fromEntries(servers.map(({ name }) => [name, { type: "inprocess" }]));
  const embedded = JSON.stringify({
    mcpServers: { ...inProcess, ...options.mcpServers },
    settings: options.settings ?? {},
  });
  const loading = { env, cwd, configFiles: options.configFiles ?? [], onlyConfigFiles: !discover, embedded };
  const config = await loadConfig(loading);
  const errors = config.problems.filter((problem) => problem.severity === "error");
  if (errors.length > 0) {
    const message = errors.map((problem) => problem.message).join("; ");
    throw new TackleError({ code: "config", message, hint: errors[0]?.fix });
  }
  const redactor = createRedactor();
  const log = options.log ?? createLogger({ level: "error", redactor, sinks: [] });
  const box = new Box({
    config,
    rules: {
      approved: new Set(readApprovedServers(env).map((server) => server.fingerprint)),
      trustProject: false,
    },
    version: typeof TACKLEBOX_VERSION === "string" ? TACKLEBOX_VERSION : "0.0.0",
    env,
    redactor,
    log,
    caller: { session: randomUUID(), ...(options.caller ?? { kind: "person", name: "program" }) },
    inProcess: new Map(servers.map(({ name, start }) => [name, start])),
    ...(options.ask === undefined ? undefined : { ask: options.ask }),
  });
  if (options.watch === true) box.onStop(followConfig(box, { loading, current: config, log }));
  return box;
}
