/** Every server: would it start? Its program must exist, its folder too, and a project's server must be approved. */
import { checkBuiltInName } from "../../config/check-names.ts";
import type { Config, ConfiguredServer } from "../../config/config.ts";
import type { TrustRules } from "../../gate/trust.ts";
import { readApprovedServers } from "../../store/approved-servers.ts";
import { readSkillFile } from "../../servers/skills/read-skill-file.ts";
import type { ServerDefinition } from "../../types.ts";
import { messageOf } from "../../errors.ts";
import { isSkill } from "../../util/skills/is-skill.ts";
import { quoteWords } from "../../util/split-words.ts";
import type { Invocation } from "../command.ts";
import { isTrusted } from "../read-config.ts";
import { countOf } from "../output/count-of.ts";
import { checkProgram } from "./check-program.ts";
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
  // Their problems are listed with their places.
  if (server.status === "invalid" || checkBuiltInName(server) !== undefined) return [];
  const name = `Server '${server.name}'`;
  if (!server.definition.enabled) return [{ name, result: "ok", message: "disabled" }];
  if (!isTrusted(server, rules)) {
    const fix = `See and allow it: tackle trust ${quoteWords([server.name])}`;
    return [{ name, result: "doubtful", message: "not approved yet", fix }];
  }
  return [{ name, ...checkTarget(server.definition, path) }];
}

function checkTarget(definition: ServerDefinition, path: string | undefined): Omit<Check, "name"> {
  if (definition.type === "stdio") return checkProgram(definition, path);
  if (isSkill(definition)) return checkSkill(definition);
  if (definition.type === "inprocess") return { result: "ok", message: "built in" };
  const { protocol, hostname } = new URL(definition.url);
  const isLocal = /^(localhost|127\.|\[::1\])/.test(hostname);
  if (protocol === "https:" || isLocal) return { result: "ok", message: `${hostname} (not contacted)` };
  return { result: "doubtful", message: `${hostname} is reached without encryption`, fix: "Use https://." };
}

function checkSkill({ name, type, ...definition }: ServerDefinition): Omit<Check, "name"> {
  const file = type === "inprocess" && "options" in definition ? String(definition.options["file"]) : "";
  try {
    return {
      result: "ok",
      message: `a skill with ${countOf(readSkillFile(name, file).tools.length, "tool")}`,
    };
  } catch (error) {
    return { result: "broken", message: messageOf(error) };
  }
}
