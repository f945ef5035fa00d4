/** A skill that no entry names, as if one did that says nothing but what it is. */
import type { Origin } from "../../types.ts";
import { SKILL } from "../../util/skills/is-skill.ts";
import type { ValidServer } from "../config.ts";
import { FILE_START } from "../formats/position.ts";
import { validateServer } from "../validate/validate-server.ts";
import type { FoundSkill } from "./find-skills.ts";

export function skillEntry({ name, cwd }: FoundSkill, origin: Origin): ValidServer {
  const type = { key: "type", written: "type", keyAt: FILE_START, value: wordNode(SKILL) };
  const validated = validateServer(
    { name, at: FILE_START, path: [], fields: [type] },
    { folder: cwd, mayTrust: false, settings: {}, report: () => {}, readText: (text) => text },
  );
  if (validated === undefined) throw new Error(`a skill's own entry is invalid: ${name}`); // a defect of ours
  return { status: "valid", name, origin, path: [], shadows: [], problems: [], ...validated };
}

function wordNode(value: string) {
  return { kind: "scalar", at: FILE_START, value } as const;
}
