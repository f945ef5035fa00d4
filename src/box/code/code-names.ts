/** What a program may name: the tools that its caller may see, under their names in code. */
import type { CatalogTool, Snapshot } from "../../catalog/snapshot.ts";
import type { Namespace } from "../../sandbox/executor.ts";
import { codeNameTable, ROOT, type CodeNameTable } from "../../signature/names/code-name-table.ts";
import type { ToolRef } from "../../types.ts";

export interface ProgramNames {
  readonly table: CodeNameTable;
  readonly namespaces: Namespace;
  /** The id that the sandbox hands back → the tool. */
  readonly tools: ReadonlyMap<string, ToolRef>;
}

export function programNames(catalog: Snapshot, isVisible: (tool: CatalogTool) => boolean): ProgramNames {
  const table = codeNameTable(catalog);
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
