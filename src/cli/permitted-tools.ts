/** The tools that the policy lets the person at the command line use, and a remark on the others. */
import type { Box } from "../box/box.ts";
import type { CatalogTool } from "../catalog/snapshot.ts";
import { countOf } from "./output/count-of.ts";

export interface PermittedTools {
  readonly tools: readonly CatalogTool[];
  /** Says how many are left out. */
  readonly notes: readonly string[];
}

export function permittedTools(box: Pick<Box, "denialOf">, tools: readonly CatalogTool[]): PermittedTools {
  const permitted = tools.filter((tool) => box.denialOf(tool) === undefined);
  const denied = tools.length - permitted.length;
  return {
    tools: permitted,
    notes: denied === 0 ? [] : [`${countOf(denied, "tool")} that the policy denies you: tackle tools --all`],
  };
}
