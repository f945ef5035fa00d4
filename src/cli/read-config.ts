/** The configuration as commands need it: loaded, checked that every file could be read, with trust decided. */
import type { Config, ConfiguredServer } from "../config/config.ts";
import { loadConfig } from "../config/load-config.ts";
import { TackleError } from "../errors.ts";
import { mayStart, type TrustRules } from "../gate/trust.ts";
import { readApprovedServers } from "../store/approved-servers.ts";
import type { Problem } from "../types.ts";
import { nearest } from "../util/nearest.ts";
import type { Invocation } from "./command.ts";

/** Throws when a file cannot be parsed at all: what it defines is unknown, and going on would hide that. */
export async function readConfig(invocation: Invocation): Promise<Config> {
  const config = await loadAndLog(invocation);
  const failures = config.sources.flatMap((source) => source.failure ?? []);
  if (failures.length > 0) throw unreadable(failures);
  return config;
}

/** Loads the configuration, makes its secrets known to the log, and says there what was read. */
export async function loadAndLog({ surroundings, redactor, log }: Invocation): Promise<Config> {
  const start = performance.now();
  const config = await loadConfig(surroundings);
  for (const secret of config.secrets) redactor.addSecret(secret);
  for (const { scope, file, serverNames, failure } of config.sources) {
    log.debug(`configuration read from ${file}`, { scope, servers: serverNames, failure: failure?.message });
  }
  log.debug("configuration loaded", () => ({
    servers: config.servers.size,
    problems: config.problems.length,
    ms: Math.round(performance.now() - start),
  }));
  return config;
}

function unreadable(failures: readonly Problem[]): TackleError {
  const lines = failures.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`);
  const hint = "Correct the file, then check it with 'tackle config validate'.";
  return new TackleError({ code: "config", message: lines.join("\n"), hint });
}

export function trustRules(invocation: Invocation): TrustRules {
  const approved = readApprovedServers(invocation.surroundings.env).map((server) => server.fingerprint);
  return { approved: new Set(approved), trustProject: invocation.trustProject };
}

export function isTrusted(server: ConfiguredServer, rules: TrustRules): boolean {
  if (server.status === "invalid") return server.origin.scope !== "project";
  return mayStart({ scope: server.origin.scope, subject: server.subject }, rules);
}

/** The server of that name, or an error that offers the nearest one. */
export function serverNamed(config: Config, name: string): ConfiguredServer {
  const server = config.servers.get(name);
  if (server !== undefined) return server;
  const [suggestion] = nearest(name, [...config.servers.keys()]);
  throw new TackleError({
    code: "not-found",
    message: `There is no server '${name}'`,
    hint: suggestion === undefined ? "'tackle list' shows the servers." : `Did you mean '${suggestion}'?`,
  });
}

/** The one word that a command needs. */
export function oneName(invocation: Invocation, usage: string): string {
  const [name, ...others] = invocation.words;
  if (name !== undefined && others.length === 0 && invocation.rest === undefined) return name;
  const message =
    name === undefined ? "The name of a server is missing" : `Too many words: ${others.join(" ")}`;
  throw new TackleError({ code: "usage", message, hint: `Usage: tackle ${usage}` });
}
