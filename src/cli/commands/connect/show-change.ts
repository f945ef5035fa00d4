/** A planned change as a person sees it: a difference in which no secret of other servers is readable. */
import type { ConnectionPlan } from "../../../config/connect-clients/plan-connection.ts";
import type { Redactor } from "../../../util/redact.ts";
import { unifiedDiff } from "../../output/unified-diff.ts";

export function showChange(
  { file, before, after, alone }: ConnectionPlan,
  redactor: Redactor,
): Promise<string> {
  // What we write ourselves holds no secret, but names a variable that sounds like one.
  const own = new Set(alone.split("\n").map(bare));
  const show = (line: string): string =>
    own.has(bare(line)) || onlyNamesVariable(line, redactor) ? line : redactor.text(line);
  return unifiedDiff({ file, before: before?.text, after, show });
}

/** Neither the indentation nor a comma after it changes what a line says. */
function bare(line: string): string {
  return line.trim().replace(/,$/, "");
}

const NAMED_VARIABLE = /^["']?\w{0,80}_env_var["']?\s{0,4}[=:]\s{0,4}["'](\w{1,80})["']$/;
const VARIABLE = /^(?:[A-Z]+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)$/;

/** `bearer_token_env_var = "FIGMA_TOKEN"`. Some write the token itself there, which must look like a name to be shown. */
function onlyNamesVariable(line: string, redactor: Redactor): boolean {
  const [, value] = NAMED_VARIABLE.exec(bare(line)) ?? [];
  return value !== undefined && VARIABLE.test(value) && redactor.text(value) === value;
}
