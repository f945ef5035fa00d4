/** Every server: would it start? Its program must exist, its folder too, and a project's server must be approved. */
import { existsSync } from "node:fs";
import type { Config, ConfiguredServer } from "../../config/config.ts";
import type { TrustRules } from "../../gate/trust.ts";
import { readApprovedServers } from "../../store/approved-servers.ts";
import type { ServerDefinition, StdioServer } from "../../types.ts";
import { messageOf } from "../../errors.ts";
import { findProgram } from "../../util/find-program.ts";
import type { Invocation } from "../command.ts";
import { isTrusted } from "../read-config.ts";
import type { Check } from "./check.ts";

export function checkServers(config: Config, invocation: Invocation): readonly Check[] {
  const { env } = invocation.surroundings;
  let rules: TrustRules = { approved: new Set(), trustProject: invocation.trustProject };
  const checks: Check[] = [];
  try {
    rules = { ...rules, approved: new Set(readApprovedServers(env).map((server) => server.fingerprint)) };
  } catch (error) {
    checks.push({ name: "Approvals", result: "broken", message: messageOf(error) });
  }
  return [
    ...checks,
    ...[...config.servers.values()].flatMap((server) => checkServer(server, rules, env["PATH"])),
  ];
}

function checkServer(server: ConfiguredServer, rules: TrustRules, path: string | undefined): Check[] {
  if (server.status === "invalid") return []; // its problems are listed with their places
  const name = `Server '${server.name}'`;
  if (!server.definition.enabled) return [{ name, result: "ok", message: "disabled" }];
  if (!isTrusted(server, rules)) {
    return [
      {
        name,
        result: "doubtful",
        message: "not approved yet",
        fix: `See and allow it: tackle trust ${server.name}`,
      },
    ];
  }
  return [{ name, ...checkTarget(server.definition, path) }];
}

function checkTarget(definition: ServerDefinition, path: string | undefined): Omit<Check, "name"> {
  if (definition.type === "stdio") return checkStdio(definition, path);
  if (definition.type === "inprocess") return { result: "ok", message: "built in" };
  const { protocol, hostname } = new URL(definition.url);
  const isLocal = /^(localhost|127\.|\[::1\])/.test(hostname);
  if (protocol === "https:" || isLocal) return { result: "ok", message: hostname };
  return { result: "doubtful", message: `${hostname} is reached without encryption`, fix: "Use https://." };
}

function checkStdio({ command, cwd, env }: StdioServer, path: string | undefined): Omit<Check, "name"> {
  if (!existsSync(cwd)) {
    return {
      result: "broken",
      message: `its folder ${cwd} does not exist`,
      fix: "Create it, or correct 'cwd'.",
    };
  }
  const found = findProgram(command, { path: env["PATH"] ?? path, cwd });
  if (found.kind === "found") return { result: "ok", message: found.file };
  if (found.kind === "not-executable") {
    return { result: "broken", message: `${found.file} may not be run`, fix: `chmod +x ${found.file}` };
  }
  const isLine = /\s/.test(command);
  const fix = isLine
    ? `Put the program in 'command' and the rest in 'args'.`
    : "Install it, or write its full path in 'command'.";
  return { result: "broken", message: `the program '${command}' was not found`, fix };
}
