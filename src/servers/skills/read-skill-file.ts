/** A skill's file → its tools, without running anything of it. */
import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { messageOf, TackleError } from "../../errors.ts";
import { readSkill } from "./read-skill.ts";
import type { SkillReading } from "./skill-tool.ts";
import type { SkillSource } from "./source/parse-source.ts";

const MAX_SOURCE_BYTES = 1024 * 1024;

export function readSkillFile(name: string, file: string): SkillReading {
  const readNeighbour = (specifier: string, from: string): SkillSource | undefined =>
    neighbourOf(resolve(dirname(from), specifier), dirname(file));
  return readSkill({ name, file, text: readSource(file), readNeighbour });
}

/**
 * The file that is meant by a path in `import type`: only code that counts for the skill's hash (`util/skills/skill-content.ts`), which
 * is what the path names exactly, and all in the skill's folder.
 */
function neighbourOf(path: string, folder: string): SkillSource | undefined {
  const isInside = path.startsWith(folder + sep);
  // What is left out of a program need not be the name that Node would find.
  const others = isInside
    ? [`${path}.ts`, path.replace(/\.([mc]?)js$/, ".$1ts"), join(path, "index.ts")]
    : [];
  for (const file of [path, ...others]) {
    if (!/\.[mc]?[tj]s$/.test(file)) continue;
    try {
      const { size } = statSync(file);
      if (size <= MAX_SOURCE_BYTES) return { file, text: readFileSync(file, "utf8") };
    } catch {
      // not there, or closed to us: its types are then not known
    }
  }
  return undefined;
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
