/**
 * Names that lead nowhere: built-in servers that do not exist, and servers that a profile or a rule means and nobody has
 * configured. No part of reading, because whoever embeds the product may bring built-in servers of their own.
 */
import type { Problem } from "../types.ts";
import { matchesGlob } from "../util/glob.ts";
import { nearest } from "../util/nearest.ts";
import { isSkill } from "../util/skills/is-skill.ts";
import { builtInHint, builtInNamed } from "./built-in-servers.ts";
import type { Config, ConfiguredServer, LocatedMention } from "./config.ts";
import { settingThatMentions } from "./server-mention.ts";

export function checkNames(config: Pick<Config, "servers" | "mentions">): readonly Problem[] {
  const names = [...config.servers.keys()];
  return [
    ...[...config.servers.values()].flatMap((server) => checkBuiltInName(server) ?? []),
    ...config.mentions.flatMap((mention) => checkMention(mention, names) ?? []),
  ];
}

/** What is wrong with the built-in server that an entry names, if anything is. */
export function checkBuiltInName(server: ConfiguredServer): Problem | undefined {
  if (server.status !== "valid" || server.definition.type !== "inprocess" || isSkill(server.definition))
    return undefined;
  const { builtin } = server.definition;
  if (builtInNamed(builtin) !== undefined) return undefined;
  const { file, line, column } = server.origin;
  const message = `There is no built-in server '${builtin}'`;
  return {
    severity: "error",
    file,
    line,
    column,
    server: server.name,
    field: "builtin",
    message,
    fix: builtInHint(builtin),
  };
}

/** A rule with a glob may be there for servers to come; one with a name is more often misspelt. */
function checkMention(
  { pattern, field, file, at }: LocatedMention,
  names: readonly string[],
): Problem | undefined {
  const isGlob = /[*?]/.test(pattern);
  const isProfiles = settingThatMentions(field) === "profiles";
  if ((isGlob && !isProfiles) || names.some((name) => matchesGlob(pattern, name))) return undefined;
  const [likely] = isGlob ? [] : nearest(pattern, names);
  const fix =
    likely === undefined
      ? "'tackle list' shows the servers that there are here."
      : `Did you mean '${likely}'?`;
  const message = isGlob
    ? `No server matches '${pattern}' in '${field}'`
    : `There is no server '${pattern}', which '${field}' names`;
  return { severity: "warning", file, line: at.line, column: at.column, field, message, fix };
}
