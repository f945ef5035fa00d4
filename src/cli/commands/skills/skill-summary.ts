/** One skill in the words of `skills list`: what it offers and what is wrong with it, from its source alone. */
import { basename } from "node:path";
import type { Config, ConfiguredServer } from "../../../config/config.ts";
import { SKILL_FILES } from "../../../config/skills/find-skills.ts";
import { messageOf } from "../../../errors.ts";
import { readSkillFile } from "../../../servers/skills/read-skill-file.ts";
import { BrokenSkill } from "../../../servers/skills/source/parse-source.ts";
import type { Problem } from "../../../types.ts";
import { isSkill } from "../../../util/skills/is-skill.ts";
import { skillFile, summarise, type View } from "../../describe-server.ts";

/** The stable shape of `skills list --json`. */
export interface SkillSummary {
  readonly name: string;
  readonly source: string;
  /** As in `tackle list`, and `failed` for one whose source cannot be used. */
  readonly status: "enabled" | "disabled" | "untrusted" | "invalid" | "failed";
  readonly file: string;
  readonly tools: readonly { readonly name: string; readonly description: string | null }[];
  readonly problems: readonly Problem[];
}

/** Every skill, also one that is not going to run. */
export function skillServers(config: Config): readonly ConfiguredServer[] {
  return [...config.servers.values()].filter((server) =>
    server.status === "valid"
      ? isSkill(server.definition)
      : SKILL_FILES.includes(basename(server.origin.file)),
  );
}

export function summariseSkill(server: ConfiguredServer, view: View): SkillSummary {
  const { name, source, status, problems } = summarise(server, view);
  const file = (server.status === "valid" ? skillFile(server.subject) : undefined) ?? server.origin.file;
  const place = { name, source, file };
  if (server.status === "invalid") return { ...place, status, tools: [], problems };
  try {
    const { tools, remarks } = readSkillFile(name, file);
    const warnings = remarks.map(
      (remark) => ({ severity: "warning", file, server: name, ...remark }) as const,
    );
    return {
      ...place,
      status,
      tools: tools.map(({ name: tool, description = null }) => ({ name: tool, description })),
      problems: [...problems, ...warnings],
    };
  } catch (error) {
    const { line, column } = error instanceof BrokenSkill ? error.place : { line: 1, column: 1 };
    const message = error instanceof BrokenSkill ? error.reason : messageOf(error);
    const problem: Problem = { severity: "error", file, line, column, server: name, message };
    const isRunning = status === "enabled";
    return { ...place, status: isRunning ? "failed" : status, tools: [], problems: [...problems, problem] };
  }
}
