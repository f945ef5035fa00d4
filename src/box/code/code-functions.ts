/** What a program can ask besides calling tools: which tools there are, and what they want. */
import type { CatalogTool } from "../../catalog/snapshot.ts";
import { signatureOf } from "../../signature/signature-of.ts";
import type { Caller, ToolRef } from "../../types.ts";
import type { Box } from "../box.ts";
import type { ProgramNames } from "./code-names.ts";

const MOST = 20;

/** A program's names, and whose rights it has. */
export interface Program {
  readonly names: ProgramNames;
  readonly caller: Caller;
}

/** `search_skills(query)`: the best matches among what this program may call. */
export async function searchFor(
  box: Box,
  { names, caller }: Program,
  query: unknown,
): Promise<readonly object[]> {
  const { results } = await box.search(String(query), {
    limit: MOST,
    filter: (tool) => isNamed(names, tool) && box.denialOf(tool, caller) === undefined,
  });
  return results.flatMap((ref) => {
    const tool = box.catalog.byRef(ref);
    if (tool === undefined) return [];
    const { expression, signature, description } = lineOf(box, names, tool);
    return [{ name: expression, signature, description }];
  });
}

/** `describe("device.GithubMCP.search")`, also with a tool's other names: all that is known of it. */
export function describeFor(box: Box, names: ProgramNames, name: unknown): string {
  const tool = toolNamed(box, names, String(name));
  if (tool === undefined)
    return `There is no tool '${String(name).slice(0, 200)}'; search_skills(query) finds names.`;
  return signatureOf(tool, { detail: "full", names: names.table, shape: box.shapes.of(tool) }).text;
}

function toolNamed(box: Box, names: ProgramNames, name: string): CatalogTool | undefined {
  const ref = names.table.findExpression(name);
  const found = ref === undefined ? box.catalog.get(name) : undefined;
  const tool = ref === undefined ? (found?.kind === "found" ? found.ref : undefined) : box.catalog.byRef(ref);
  return tool !== undefined && isNamed(names, tool) ? tool : undefined;
}

function lineOf(box: Box, names: ProgramNames, tool: CatalogTool): ReturnType<typeof signatureOf> {
  return signatureOf(tool, { detail: "line", names: names.table, shape: box.shapes.of(tool) });
}

function isNamed({ tools }: ProgramNames, { server, tool }: ToolRef): boolean {
  return tools.has(`${server}\n${tool}`);
}
