/** `tackle skills new NAME`: writes a small skill that works, for its author to change. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { projectSkillFolder, SKILL_FILES, userSkillFolder } from "../../../config/skills/find-skills.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { messageOf, systemCodeOf, TackleError } from "../../../errors.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { tooManyWords } from "../../read-config.ts";
import { skillTemplate } from "./skill-template.ts";
import { missingWord } from "../../missing-word.ts";

const USAGE = "skills new NAME [--js]";

export async function newSkill(invocation: Invocation): Promise<CommandResult> {
  const { words, rest, options, surroundings } = invocation;
  const [name, ...others] = words;
  if (rest !== undefined || others.length > 0) throw tooManyWords([...others, ...(rest ?? [])], USAGE);
  if (name === undefined || !/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name)) throw badName(name);
  const { servers } = await loadConfig(surroundings);
  const holder = servers.get(name);
  if (holder !== undefined) throw taken(name, holder.origin.file);
  const scope = options.text("scope") === "project" ? "project" : "user";
  const folder = join(folderFor(scope, invocation), name);
  const file = join(folder, options.flag("js") ? "skill.js" : "skill.ts");
  write(folder, file, skillTemplate(name, options.flag("js") ? "js" : "ts"));
  const approve = scope === "project" ? [`tackle trust ${name}`] : [];
  const steps = [...approve, `tackle skills test ${name} greet who=world`, "tackle skills list"];
  const human = [`Wrote ${toTerminalText(file)}`, "Next:", ...steps.map((step) => `  ${step}`)].join("\n");
  return { json: { name, file, scope }, human };
}

function folderFor(scope: "user" | "project", { surroundings }: Invocation): string {
  if (scope === "project") return projectSkillFolder(surroundings) ?? resolve(surroundings.cwd, "skills");
  const folder = userSkillFolder(surroundings);
  if (folder !== undefined) return folder;
  const message = "There is no folder for your own skills: this user has no home";
  throw new TackleError({
    code: "config",
    message,
    hint: "Set HOME or XDG_CONFIG_HOME, or use --scope project.",
  });
}

function write(folder: string, file: string, text: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
  } catch (error) {
    const exists = systemCodeOf(error) === "EEXIST";
    throw new TackleError({
      code: exists ? "conflict" : "permission",
      message: exists ? `${file} exists already` : `${file} cannot be written: ${messageOf(error)}`,
      hint: exists ? "Choose another name, or remove that file." : undefined,
      cause: error,
    });
  }
}

function badName(name: string | undefined): TackleError {
  if (name === undefined) return missingWord("name of a skill", USAGE);
  const message = `'${name}' cannot be the name of a skill`;
  const hint = "Use letters, digits, '-' and '_', beginning with a letter, at most 64 of them.";
  return new TackleError({ code: "usage", message, hint });
}

function taken(name: string, file: string): TackleError {
  const hint = `It is defined in ${file}. Choose another name; a skill is a file ${SKILL_FILES[0]} in a folder of its name.`;
  return new TackleError({ code: "conflict", message: `There is a server '${name}' already`, hint });
}
