/** The files of the configuration: readable, without problems, and closed to others where they hold secrets. */
import { statSync } from "node:fs";
import { checkNames } from "../../config/check-names.ts";
import type { Config, LoadedSource } from "../../config/config.ts";
import { isSecretName } from "../../util/redact.ts";
import { countOf } from "../output/count-of.ts";
import type { Check } from "./check.ts";

export function checkConfig(config: Config): readonly Check[] {
  if (config.sources.length === 0) {
    const fix = "Add a server: tackle add NAME -- COMMAND ARGS…";
    return [{ name: "Configuration", result: "ok", message: "none yet", fix }];
  }
  return [
    ...config.sources.map(checkSource),
    ...config.sources.flatMap((source) => checkPermissions(source, config)),
    ...[...config.problems, ...checkNames(config)]
      .filter((problem) => !config.sources.some((source) => source.failure === problem))
      .map(({ severity, file, line, message, fix }): Check => ({
        name: `${file}:${line}`,
        result: severity === "error" ? "broken" : "doubtful",
        message,
        ...(fix === undefined ? undefined : { fix }),
      })),
  ];
}

function checkSource({ file, scope, failure, serverNames }: LoadedSource): Check {
  if (failure === undefined)
    return { name: file, result: "ok", message: `${countOf(serverNames.length, "server")} (${scope})` };
  const { line, column, message, fix } = failure;
  return {
    name: `${file}:${line}:${column}`,
    result: "broken",
    message,
    fix: fix ?? "Correct the file; nothing in it is used.",
  };
}

/** A literal secret in a file that every user of the machine can read. */
function checkPermissions(source: LoadedSource, config: Config): Check[] {
  if (source.inlineText !== undefined || process.platform === "win32" || !holdsLiteralSecret(source, config))
    return [];
  const mode = statSync(source.file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return [];
  const fix = `Write \${VAR} in its place, or run: chmod 600 ${source.file}`;
  return [{ name: source.file, result: "doubtful", message: "holds a secret and others may read it", fix }];
}

function holdsLiteralSecret(source: LoadedSource, config: Config): boolean {
  return [...config.servers.values()].some((server) => {
    if (server.status !== "valid" || server.origin.file !== source.file) return false;
    const values = Object.entries({ ...server.subject.env, ...server.subject.headers });
    return values.some(([name, value]) => isSecretName(name) && !/\$\{|^env:/.test(value));
  });
}
