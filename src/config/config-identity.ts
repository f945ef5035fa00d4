/**
 * What decides which configuration is read, as opposed to what it says: two processes with equal identities read the same
 * files, also after one of those files is created, changed or removed.
 */
import { dirname } from "node:path";
import { configFolder } from "../util/paths.ts";
import { findSources, type Surroundings } from "./find-sources.ts";
import { projectSkillFolder } from "./skills/find-skills.ts";

export interface ConfigIdentity {
  /** The text of TACKLE_MCP_SERVERS. */
  readonly inline: string | undefined;
  /** Files that were named, in their order. */
  readonly named: readonly string[];
  /** The folder of the project's files; undefined where there are none, and the working directory decides nothing. */
  readonly project: string | undefined;
  /** The folder of the project's skills. */
  readonly skills: string | undefined;
  /** The folder of the user's files. */
  readonly user: string | undefined;
  readonly isStrict: boolean;
}

export function configIdentity(surroundings: Surroundings & { readonly strict?: boolean }): ConfigIdentity {
  const sources = findSources(surroundings);
  const project = sources.find(({ scope }) => scope === "project");
  return {
    inline: sources.find(({ scope }) => scope === "environment")?.inlineText,
    named: sources.filter(({ scope }) => scope === "flag").map(({ file }) => file),
    project: project === undefined ? undefined : dirname(project.file),
    skills: surroundings.onlyConfigFiles === true ? undefined : projectSkillFolder(surroundings),
    user: surroundings.onlyConfigFiles === true ? undefined : configFolder(surroundings.env),
    isStrict: surroundings.strict === true,
  };
}
