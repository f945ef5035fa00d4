/** What a program can ask besides calling tools: which tools there are, and what they want. */
import type { CatalogTool } from "../../catalog/snapshot.ts";
import { signatureOf } from "../../signature/signature-of.ts";
import { TackleError } from "../../errors.ts";
import type { ToolRef } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import type { Box } from "../box.ts";
import type { ProgramNames } from "./code-names.ts";

const USUAL = 20;
const MOST = 100;

export interface SkillSearch {
  readonly query: unknown;
  /** `{ limit }`, where it is given. */
  readonly options: unknown;
  readonly signal: AbortSignal;
  readonly showsServer: (server: string) => boolean;
  /** Told what the list of results does not say: that there are more, and which servers cannot be used. */
  readonly onNote: (text: string) => void;
}

/** `search_skills(query, { limit })`: the best matches among what this program may call. */
export async function searchFor(
  box: Box,
  names: ProgramNames,
  { query, options, signal, showsServer, onNote }: SkillSearch,
): Promise<readonly object[]> {
  if (typeof query !== "string" || query.trim() === "")
    throw wrongCall("takes a text first: what to look for");
  const limit = limitOf(options);
  const { results, more, unavailable, warning } = await box.search(query, {
    limit,
    signal,
    filter: (tool) => isNamed(names, tool),
  });
  const said = JSON.stringify(query.slice(0, 80));
  if (more > 0)
    onNote(`search_skills(${said}): ${more} more match; be more exact, or give { limit } up to ${MOST}`);
  for (const { server, reason } of unavailable.filter((away) => showsServer(away.server)))
    onNote(`search_skills(${said}): server '${server}' cannot be used now: ${reason}`);
  if (warning !== undefined) onNote(`search_skills: ${warning}`);
  return results.flatMap((ref) => {
    const tool = box.catalog.byRef(ref);
    if (tool === undefined) return [];
    const { expression, signature, description } = lineOf(box, names, tool);
    return [{ name: expression, signature, description }];
  });
}

function limitOf(options: unknown): number {
  const limit = isObject(options) ? options["limit"] : options;
  if (limit === undefined || limit === null) return USUAL;
  if (typeof limit !== "number" || !(limit >= 1))
    throw wrongCall("takes { limit } second, a number from 1 on");
  return Math.min(MOST, Math.floor(limit));
}

function wrongCall(what: string): TackleError {
  const hint = 'Write search_skills("what to do", { limit: 10 }).';
  return new TackleError({ code: "execution", message: `search_skills ${what}`, hint });
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
