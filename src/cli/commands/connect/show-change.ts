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
  const show = (line: string): string => (own.has(bare(line)) ? line : redactor.text(line));
  return unifiedDiff({ file, before: before?.text, after, show });
}

/** Neither the indentation nor a comma after it changes what a line says. */
function bare(line: string): string {
  return line.trim().replace(/,$/, "");
}
