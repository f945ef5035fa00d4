/** A result in both forms: text for a model to read, data for a program. */
import type { CallToolResult } from "@modelcontextprotocol/server";

export function textAndData(text: string, data: object): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent: { ...data } };
}
