/** A tool as programs see it: flat, with its name, and without what only the box needs. */
import type { CatalogTool, Snapshot } from "../catalog/snapshot.ts";
import type { JsonObject, ToolRef } from "../types.ts";
import { isObject } from "../util/is-object.ts";

export interface BoxTool extends ToolRef {
  readonly name: string;
  readonly description: string | undefined;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
}

function toBoxTool({ server, tool, definition }: CatalogTool, name: string): BoxTool {
  const { description, inputSchema, outputSchema, annotations } = definition;
  return {
    name,
    server,
    tool,
    description: typeof description === "string" ? description : undefined,
    inputSchema,
    ...(isObject(outputSchema) ? { outputSchema } : undefined),
    ...(isObject(annotations) ? { annotations } : undefined),
  };
}

/** All that can be called, under names that every model accepts. */
export function boxToolsOf(catalog: Snapshot): readonly BoxTool[] {
  const { tools, strategy } = catalog;
  const isPlain = strategy === "mcp__server__tool" || strategy === "mcp_server_tool";
  const nameOf = (tool: CatalogTool): string =>
    (isPlain ? undefined : catalog.nameOf(tool, "mcp__server__tool")) ?? tool.name;
  return tools.filter((tool) => !tool.held).map((tool) => toBoxTool(tool, nameOf(tool)));
}
