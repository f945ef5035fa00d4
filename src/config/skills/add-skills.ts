/**
 * Skills among the configured servers: each becomes a server in the process, defined by the hash of its code. An entry with
 * `"type": "skill"` sets one up; any other entry of the same name keeps the name, and that is said.
 */
import { existsSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { messageOf, TackleError } from "../../errors.ts";
import type { OptionValue, Origin, Problem, ServerDefinition } from "../../types.ts";
import { isSkill } from "../../util/skills/is-skill.ts";
import { readSkillContent } from "../../util/skills/skill-content.ts";
import type { ConfiguredServer, ValidServer } from "../config.ts";
import type { LoadOptions } from "../load-config.ts";
import type { See } from "../seen-files.ts";
import { findSkills, SKILL_FILES, type FoundSkill } from "./find-skills.ts";
import { skillEntry } from "./skill-entry.ts";

export interface SkillReading {
  readonly options: LoadOptions;
  readonly see: See;
}

export interface AddedSkills {
  readonly servers: ReadonlyMap<string, ConfiguredServer>;
  readonly problems: readonly Problem[];
}

export function addSkills(
  configured: ReadonlyMap<string, ConfiguredServer>,
  { options, see }: SkillReading,
): AddedSkills {
  const { skills, problems: found } = findSkills(options, see);
  const servers = new Map<string, ConfiguredServer>();
  const problems = [...found];
  const used = new Set<FoundSkill>();
  for (const [name, server] of configured) {
    const skill = isSkillEntry(server) ? skillFor(server, skills) : undefined;
    if (skill !== undefined) used.add(skill);
    const set = isSkillEntry(server) ? setUp(server, skill, see) : server;
    servers.set(name, set);
    if (set !== server && set.status === "invalid") problems.push(...set.problems);
  }
  for (const skill of skills.filter((one) => !used.has(one))) {
    const holder = servers.get(skill.name);
    if (holder === undefined) {
      const server = withCode(skillEntry(skill, originOf(skill)), skill.file, see);
      servers.set(skill.name, server);
      if (server.status === "invalid") problems.push(...server.problems);
    } else if (configured.has(skill.name)) {
      problems.push(clash(skill, holder));
    } else {
      servers.set(skill.name, { ...holder, shadows: [...holder.shadows, originOf(skill)] });
    }
  }
  return { servers: new Map([...servers].sort(([a], [b]) => (a < b ? -1 : 1))), problems };
}

function isSkillEntry(server: ConfiguredServer): server is ValidServer {
  return server.status === "valid" && isSkill(server.definition);
}

/** The one of its own scope before another; none for an entry that names a folder. */
function skillFor(
  { name, origin, definition }: ValidServer,
  skills: readonly FoundSkill[],
): FoundSkill | undefined {
  if (Object.keys(optionsOf(definition)).length > 0) return undefined;
  const own = origin.scope === "project" ? "project" : "user";
  const named = skills.filter((skill) => skill.name === name);
  return named.find(({ scope }) => scope === own) ?? named[0];
}

function setUp(server: ValidServer, skill: FoundSkill | undefined, see: See): ConfiguredServer {
  const { name, definition, origin } = server;
  const { folder, ...unknown } = optionsOf(definition);
  const [strange] = Object.keys(unknown);
  if (strange !== undefined)
    return invalid(server, `There is no option '${strange}' of a skill`, "A skill has the option 'folder'.");
  if (skill !== undefined) {
    // Whoever writes an entry for a project's skill has not approved its code by that.
    const isForeign = skill.scope === "project" && origin.scope !== "project";
    return isForeign
      ? withCode(inProject(server, skill), skill.file, see)
      : withCode(server, skill.file, see);
  }
  if (typeof folder !== "string") {
    const fix = `Write it with 'tackle skills new ${name}', or name its folder: "options": {"folder": "…"}.`;
    return invalid(server, `There is no skill '${name}'`, fix);
  }
  const base = resolve(definition.type === "inprocess" ? definition.cwd : "", folder);
  const files = SKILL_FILES.map((file) => join(base, file));
  for (const file of files) see(file);
  const file = files.find((one) => existsSync(one));
  if (file === undefined)
    return invalid(server, `There is no skill in ${base}`, `It needs a file ${SKILL_FILES.join(", ")}.`);
  return withCode(server, realpathSync(file), see);
}

function optionsOf(definition: ServerDefinition): Readonly<Record<string, OptionValue>> {
  return definition.type === "inprocess" ? definition.options : {};
}

function inProject(server: ValidServer, skill: FoundSkill): ValidServer {
  const { definition, subject } = server;
  const { cwd } = skill;
  return {
    ...server,
    origin: originOf(skill),
    definition: definition.type === "inprocess" ? { ...definition, cwd } : definition,
    subject: { ...subject, cwd },
  };
}

/** The definition with the code that it stands for. */
function withCode(server: ValidServer, file: string, see: See): ConfiguredServer {
  const { definition, subject } = server;
  try {
    const options = { file, hash: readSkillContent(file, see).hash };
    return {
      ...server,
      definition: definition.type === "inprocess" ? { ...definition, options } : definition,
      subject: { ...subject, options },
    };
  } catch (error) {
    const hint = error instanceof TackleError ? error.hint : undefined;
    return invalid(server, messageOf(error), hint ?? "Make its files readable.");
  }
}

function invalid(server: ValidServer, message: string, fix: string): ConfiguredServer {
  const { name, origin, path, shadows, problems, definition } = server;
  const { file, line, column } = origin;
  const problem: Problem = {
    severity: "error",
    file,
    line,
    column,
    server: name,
    field: "type",
    message,
    fix,
  };
  const place = { name, origin, path, shadows, problems: [...problems, problem] };
  return { ...place, status: "invalid", enabled: definition.enabled };
}

function originOf({ scope, file }: FoundSkill): Origin {
  return { scope, file, line: 1, column: 1 };
}

function clash({ name, file }: FoundSkill, { origin }: ConfiguredServer): Problem {
  return {
    severity: "warning",
    file,
    line: 1,
    column: 1,
    message: `Skill '${name}' is not offered: a server of that name is configured in ${origin.file}, line ${origin.line}`,
    fix: `Rename the skill's folder, or the server; an entry with "type": "skill" sets the skill itself up.`,
  };
}
