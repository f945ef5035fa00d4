/** Skills among the servers: in-process servers whose code is the user's or the project's own. */
import type { ServerDefinition } from "../../types.ts";

/** The name under which skills are registered among the in-process servers. */
export const SKILL = "skill";

export function isSkill(definition: ServerDefinition): boolean {
  return definition.type === "inprocess" && definition.builtin === SKILL;
}
