/** What a program may name: the tools that its caller may see, under their names in code. */
import type { CatalogTool, Snapshot } from "../../catalog/snapshot.ts";
import type { Config } from "../../config/config.ts";
import type { Namespace } from "../../sandbox/executor.ts";
import { codeNameTable, ROOT, type CodeNameTable } from "../../signature/names/code-name-table.ts";
import type { ToolRef } from "../../types.ts";
import { isSkill } from "../../util/skills/is-skill.ts";

export interface ProgramNames {
  readonly table: CodeNameTable;
  readonly namespaces: Namespace;
  /** The id that the sandbox hands back → the tool. */
  readonly tools: ReadonlyMap<string, ToolRef>;
}

/** The names in code of all that a box offers. Skills keep the names that their authors gave them. */
export function codeNamesOf({ catalog, config }: NamedCatalog, others?: readonly string[]): CodeNameTable {
  return codeNameTable(catalog, { others, isSkill: isSkillOf(config) });
}

/** A box, as far as its names are concerned. */
export interface NamedCatalog {
  readonly catalog: Snapshot;
  readonly config: Config;
}

export function isSkillOf(config: Config): (server: string) => boolean {
  return (name) => {
    const server = config.servers.get(name);
    return server?.status === "valid" && isSkill(server.definition);
  };
}

export function programNames(box: NamedCatalog, isVisible: (tool: CatalogTool) => boolean): ProgramNames {
  const table = codeNamesOf(box);
  const tools = new Map<string, ToolRef>();
  const servers = new Map<string, Namespace>();
  for (const { name, server, tools: offered, members } of table.servers.values()) {
    const visible = new Set(offered.filter(isVisible).map(({ tool }) => tool));
    const shown = new Map<string, string>();
    for (const [member, tool] of members) {
      if (!visible.has(tool)) continue;
      const id = `${server}\n${tool}`;
      tools.set(id, { server, tool });
      shown.set(member, id);
    }
    if (shown.size > 0) servers.set(name, shown);
  }
  return { table, tools, namespaces: new Map([[ROOT, servers]]) };
}
