/** `tackle config validate [FILE…]`: every problem at once, without running anything. */
import { checkNames } from "../../../config/check-names.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { countOf } from "../../output/count-of.ts";
import { countProblems, renderProblems } from "../../output/problems.ts";
import { loadAndLog, tooManyWords } from "../../read-config.ts";

export async function validateConfig(invocation: Invocation): Promise<CommandResult> {
  const { surroundings, words, rest, terminal } = invocation;
  if (rest !== undefined) throw tooManyWords(["--", ...rest], "config validate [FILE…]");
  const onlyThese = { ...surroundings, configFiles: words, onlyConfigFiles: true };
  const config = await loadAndLog(
    words.length === 0 ? invocation : { ...invocation, surroundings: onlyThese },
  );
  const { sources } = config;
  const problems = [...config.problems, ...checkNames(config)];
  const counts =
    surroundings.strict === true ? problems : problems.filter((problem) => problem.severity === "error");
  const ok = counts.length === 0;
  const checked = `${countOf(config.servers.size, "server")} from ${countOf(sources.length, "source")}`;
  const summary = `${checked}: ${countProblems(problems)}`;
  const human = [renderProblems(problems, terminal.style), summary]
    .filter((part) => part !== "")
    .join("\n\n");
  const json = { ok, servers: config.servers.size, sources: sources.map((source) => source.file), problems };
  return { json, human, exitCode: ok ? 0 : 2 };
}
