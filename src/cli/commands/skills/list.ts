/** `tackle skills list`: every skill with its tools and problems; nothing of them is run. */
import type { CommandResult, Invocation } from "../../command.ts";
import { firstSentence } from "../../output/first-sentence.ts";
import { renderProblems } from "../../output/problems.ts";
import { names, prose, renderTable } from "../../output/table.ts";
import { noWords, readConfig, trustRules } from "../../read-config.ts";
import { skillServers, summariseSkill, type SkillSummary } from "./skill-summary.ts";

export async function listSkills(invocation: Invocation): Promise<CommandResult> {
  noWords(invocation, "skills list");
  const config = await readConfig(invocation);
  const view = { rules: trustRules(invocation), redactor: invocation.redactor };
  const skills = skillServers(config).map((server) => summariseSkill(server, view));
  // Those that a server of the same name keeps out belong to no skill that is listed.
  const left = config.problems.filter(
    ({ file, server }) => server === undefined && /[\\/]skill\.m?[jt]s$/.test(file),
  );
  const { terminal } = invocation;
  const problems = [...skills.flatMap((skill) => skill.problems), ...left];
  const waiting = skills.filter(({ status }) => status === "untrusted").map(({ name }) => name);
  const notes = [
    ...(problems.length === 0 ? [] : [renderProblems(problems, terminal.stderrStyle)]),
    ...(waiting.length === 0
      ? []
      : [`Not run until approved: ${waiting.join(", ")}. See and allow with 'tackle trust'.`]),
  ];
  if (skills.length === 0) {
    return { json: [], human: "No skills yet. Write one: tackle skills new NAME", notes };
  }
  const rows = skills.map(({ name, status, source, file }) => [name, status, source, file]);
  const human = [
    renderTable({ columns: [names("SKILL"), "STATUS", "SOURCE", "FILE"], rows }, terminal),
    renderTable(
      { columns: [names("TOOL"), prose("WHAT IT DOES")], rows: skills.flatMap(toolRows) },
      terminal,
    ),
  ];
  return { json: skills, human: human.join("\n\n"), notes };
}

function toolRows({ name, tools }: SkillSummary): string[][] {
  return tools.map((tool) => [`${name}.${tool.name}`, firstSentence(tool.description)]);
}
