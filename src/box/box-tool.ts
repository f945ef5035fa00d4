/** A tool as programs see it: flat, with its name, and without what only the box needs. */
import type { CatalogTool } from "../catalog/snapshot.ts";
import type { JsonObject, ToolRef } from "../types.ts";
import { isObject } from "../util/is-object.ts";

export interface BoxTool extends ToolRef {
  readonly name: string;
  readonly description: string | undefined;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
}

export function toBoxTool({ server, tool, definition }: CatalogTool, name: string): BoxTool {
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
