/**
 * Reads every source into one configuration. Never throws for what a file says: a bad server becomes an invalid one
 * with its reasons, a file that cannot be parsed becomes a source with a failure, and all the others are kept.
 */
import type { Config, LocatedMention } from "./config.ts";
import { filesToWatch, findSources, type Surroundings } from "./find-sources.ts";
import { mergeServers } from "./merge-sources.ts";
import { mergeSettings } from "./read-settings.ts";
import { readSource, type SourceContent } from "./read-source.ts";
import type { LookUpSecret } from "./resolve-variables.ts";
import { settingThatMentions } from "./server-mention.ts";
import { addSkills } from "./skills/add-skills.ts";
import { createSeenFiles } from "./seen-files.ts";

export interface LoadOptions extends Surroundings {
  /** A variable without value or default is an error instead of a warning. */
  readonly strict?: boolean;
  readonly lookUpSecret?: LookUpSecret;
}

export async function loadConfig(options: LoadOptions): Promise<Config> {
  const { files, see } = createSeenFiles();
  for (const file of filesToWatch(options)) see(file);
  const contents: SourceContent[] = [];
  for (const location of findSources(options)) contents.push(await readSource(location, { options, see }));
  // The list is one setting, so that the highest source that has it decides; an entry of a server's own beats it anywhere.
  const builtin = contents.find(({ settings }) => settings.builtin !== undefined)?.builtin ?? [];
  const configured = mergeServers([...contents.map((content) => content.servers), builtin]);
  const skills = addSkills(configured, { options, see });
  return {
    servers: skills.servers,
    settings: mergeSettings(contents.map((content) => content.settings)),
    sources: contents.map((content) => content.source),
    problems: [...contents.flatMap((content) => content.problems), ...skills.problems],
    settingPlaces: new Map(contents.toReversed().flatMap((content) => [...content.settingPlaces])),
    mentions: mentionsInUse(contents),
    secrets: new Set(contents.flatMap((content) => [...content.secrets])),
    files,
  };
}

/** Of each setting, those of the source that decides it. */
function mentionsInUse(contents: readonly SourceContent[]): readonly LocatedMention[] {
  const deciding = (key: "profiles" | "policy"): SourceContent | undefined =>
    contents.find(({ settings }) => settings[key] !== undefined);
  return (["profiles", "policy"] as const).flatMap(
    (key) => deciding(key)?.mentions.filter(({ field }) => settingThatMentions(field) === key) ?? [],
  );
}
