/** A skill's file → its tools, without running anything of it. */
import { readFileSync, statSync } from "node:fs";
import { messageOf, TackleError } from "../../errors.ts";
import { readSkill } from "./read-skill.ts";
import type { SkillReading } from "./skill-tool.ts";

const MAX_SOURCE_BYTES = 1024 * 1024;

export function readSkillFile(name: string, file: string): SkillReading {
  return readSkill({ name, file, text: readSource(file) });
}

function readSource(file: string): string {
  try {
    if (statSync(file).size <= MAX_SOURCE_BYTES) return readFileSync(file, "utf8");
  } catch (error) {
    const message = `${file} cannot be read: ${messageOf(error)}`;
    throw new TackleError({ code: "config", message, hint: "Make it readable, or remove it.", cause: error });
  }
  const hint = "Move a part of it into another file of the skill.";
  throw new TackleError({ code: "config", message: `${file} is larger than 1 MiB`, hint });
}
