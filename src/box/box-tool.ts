/** A tool as programs see it: flat, with its name, and without what only the box needs. */
import type { CatalogTool } from "../catalog/snapshot.ts";
import type { JsonObject, ToolRef } from "../types.ts";

export interface BoxTool extends ToolRef {
  readonly name: string;
  readonly description: string | undefined;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
}

export function toBoxTool({ name, server, tool, definition }: CatalogTool): BoxTool {
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

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
