/**
 * Where skills are: `skills/NAME/skill.{ts,js,mjs}` in the nearest folder of the project that has a folder `skills`, and in the
 * user's own configuration folder. Nothing of them is run or parsed here.
 */
import { readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "../../errors.ts";
import type { Problem } from "../../types.ts";
import { configFolder } from "../../util/paths.ts";
import { foldersUpwards, hasProjectFile, MAX_WATCHED_FOLDERS, type Surroundings } from "../find-sources.ts";
import type { See } from "../seen-files.ts";

export interface FoundSkill {
  readonly name: string;
  readonly scope: "project" | "user";
  /** By its real path, so that a linked folder means what it leads to. */
  readonly file: string;
  /** The folder that it runs in. */
  readonly cwd: string;
}

export interface FoundSkills {
  /** The project's before the user's. */
  readonly skills: readonly FoundSkill[];
  readonly problems: readonly Problem[];
}

export const SKILL_FILES = ["skill.ts", "skill.js", "skill.mjs"];
const MAX_SKILLS = 1000;
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

export function findSkills(surroundings: Surroundings, see: See): FoundSkills {
  if (surroundings.onlyConfigFiles === true) return { skills: [], problems: [] };
  const { cwd } = surroundings;
  const own = userSkillFolder(surroundings);
  const project = projectSkillFolder(surroundings, see);
  const found = [
    ...(project === undefined
      ? []
      : [skillsIn({ folder: project, scope: "project", cwd: dirname(project) }, see)]),
    ...(own === undefined ? [] : [skillsIn({ folder: own, scope: "user", cwd }, see)]),
  ];
  return {
    skills: found.flatMap(({ skills }) => skills),
    problems: found.flatMap(({ problems }) => problems),
  };
}

/** None for a user who has no home. */
export function userSkillFolder({ env }: Surroundings): string | undefined {
  const folder = configFolder(env);
  return folder === undefined ? undefined : join(folder, "skills");
}

/**
 * The nearest `skills`, looked for from the working directory upwards, and no further than the folder of the project's files
 * where there are some. The user's own is not the project's.
 */
export function projectSkillFolder(surroundings: Surroundings, see: See = () => {}): string | undefined {
  const own = userSkillFolder(surroundings);
  for (const [index, above] of foldersUpwards(surroundings.cwd).entries()) {
    const folder = join(above, "skills");
    if (index < MAX_WATCHED_FOLDERS) see(folder);
    if (folder === own) continue;
    if (isFolder(folder)) return folder;
    if (hasProjectFile(above)) return undefined;
  }
  return undefined;
}

interface SkillFolder extends Omit<FoundSkill, "name" | "file"> {
  readonly folder: string;
}

function skillsIn({ folder, ...where }: SkillFolder, see: See): FoundSkills {
  see(folder);
  const skills: FoundSkill[] = [];
  const problems: Problem[] = [];
  const report = (file: string, message: string, fix: string): void => {
    problems.push({ severity: "warning", file, line: 1, column: 1, message, fix });
  };
  for (const name of namesIn(folder, report)) {
    const files = SKILL_FILES.map((file) => join(folder, name, file));
    for (const file of files) see(file);
    const [file, other] = files.filter(isFile);
    if (file === undefined) continue; // other programs keep their skills in such folders, too
    if (!NAME.test(name)) {
      const fix = "Use letters, digits, '-', '_' and '.', at most 128 of them.";
      report(file, `'${name.toWellFormed()}' cannot be the name of a skill`, fix);
      continue;
    }
    if (other !== undefined)
      report(other, `This file is not used: ${file} is the skill`, "Remove one of them.");
    skills.push({ ...where, name, file: realpathSync(file) });
  }
  return { skills, problems };
}

type ReportProblem = (file: string, message: string, fix: string) => void;

function namesIn(folder: string, report: ReportProblem): readonly string[] {
  if (!isFolder(folder)) return [];
  try {
    const names = readdirSync(folder).filter((name) => !name.startsWith("."));
    if (names.length > MAX_SKILLS)
      report(
        folder,
        `Only the first ${MAX_SKILLS} of ${names.length} folders are looked at`,
        "Remove some of them.",
      );
    return names.sort().slice(0, MAX_SKILLS);
  } catch (error) {
    report(folder, `The skills cannot be listed: ${messageOf(error)}`, "Make the folder readable.");
    return [];
  }
}

function isFolder(path: string): boolean {
  return kindOf(path)?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return kindOf(path)?.isFile() === true;
}

function kindOf(path: string): ReturnType<typeof statSync> | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // closed to us, or a loop of links: there is no skill to be had
  }
}
