/** Problems of the configuration as people read them: place first, then what, then the fix. */
import type { Problem } from "../../types.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Style } from "../terminal.ts";
import { countOf } from "./count-of.ts";

export function renderProblems(problems: readonly Problem[], style: Style): string {
  return problems.map((problem) => renderProblem(problem, style)).join("\n");
}

function renderProblem(problem: Problem, style: Style): string {
  const word = problem.severity === "error" ? style("red", "error") : style("yellow", "warning");
  const place = `${problem.file}:${problem.line}:${problem.column}`;
  const lines = [`${toTerminalText(place)}  ${word}  ${toTerminalText(problem.message)}`];
  if (problem.fix !== undefined) lines.push(`  ${style("dim", toTerminalText(problem.fix))}`);
  return lines.join("\n");
}

/** `2 errors, 1 warning`. */
export function countProblems(problems: readonly Problem[]): string {
  const errors = problems.filter((problem) => problem.severity === "error").length;
  const warnings = problems.length - errors;
  const parts = [
    errors > 0 ? countOf(errors, "error") : [],
    warnings > 0 ? countOf(warnings, "warning") : [],
  ].flat();
  return parts.length === 0 ? "no problems" : parts.join(", ");
}
