/** The configuration as commands need it: loaded, checked that every file could be read, with trust decided. */
import type { Config, ConfiguredServer } from "../config/config.ts";
import { loadConfig } from "../config/load-config.ts";
import { TackleError } from "../errors.ts";
import { mayStart, type TrustRules } from "../gate/trust.ts";
import { readApprovedServers } from "../store/approved-servers.ts";
import type { Problem } from "../types.ts";
import { nearest } from "../util/nearest.ts";
import type { Invocation } from "./command.ts";
import { missingWord } from "./missing-word.ts";

/**
 * Throws when a file cannot be parsed at all, or when mistakes in files are why there are no servers: what they define is
 * unknown, and going on would hide that.
 */
export async function readConfig(invocation: Invocation): Promise<Config> {
  const config = await loadAndLog(invocation);
  const failures = config.sources.flatMap((source) => source.failure ?? []);
  if (failures.length > 0) throw unusable(failures);
  const mistakes = fileMistakes(config);
  if (config.servers.size === 0 && mistakes.length > 0) throw unusable(mistakes);
  return config;
}

/** Errors that belong to no server that is shown: a file's wrong shape, a name that is defined twice. */
export function fileMistakes(config: Config): readonly Problem[] {
  return config.problems.filter(
    ({ severity, server, field }) => severity === "error" && (server === undefined || field === undefined),
  );
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

function unusable(problems: readonly Problem[]): TackleError {
  const lines = problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`);
  const fix = problems.length === 1 ? problems[0]?.fix : undefined;
  const hint = fix ?? "Correct the file, then check it with 'tackle config validate'.";
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
  const [name = "", ...others] = someNames(invocation, usage);
  if (others.length > 0) throw tooManyWords(others, usage);
  return name;
}

/** The words of a command that needs at least one; each counts once. */
export function someNames({ words, rest }: Invocation, usage: string): readonly string[] {
  if (rest !== undefined) throw tooManyWords(["--", ...rest], usage);
  if (words.length > 0) return [...new Set(words)];
  throw missingWord("name of a server", usage);
}

/** A command that takes no words says so, instead of leaving some unread. */
export function noWords({ words, rest }: Invocation, usage: string): void {
  if (words.length > 0 || rest !== undefined)
    throw tooManyWords([...words, ...(rest === undefined ? [] : ["--", ...rest])], usage);
}

export function tooManyWords(words: readonly string[], usage: string): TackleError {
  const message = `Too many words: '${words.join(" ")}'`;
  return new TackleError({ code: "usage", message, hint: `Usage: tackle ${usage}` });
}
