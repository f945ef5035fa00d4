/** Tools for Anthropic's Messages. */
import { checkArguments } from "./read-arguments.ts";
import { callForModel, type ImageType, type ModelResult } from "./result-for-model.ts";
import { rootObjectSchema } from "./root-object-schema.ts";
import type { CallOptions, ToolSource } from "./tool-source.ts";

export interface AnthropicTool {
  name: string;
  description?: string;
  input_schema: { type: "object"; [key: string]: unknown };
}

/** A block of the assistant's message whose type is `tool_use`. */
export interface AnthropicToolUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface AnthropicToolResult {
  type: "tool_result";
  tool_use_id: string;
  content: string | AnthropicResultBlock[];
  is_error?: true;
}

export type AnthropicResultBlock =
  | { type: "text"; text: string }
  | { type: "image"; source: { type: "base64"; media_type: ImageType; data: string } };

export function anthropicTools(source: ToolSource): AnthropicTool[] {
  return source.tools().map(({ name, description, inputSchema }) => ({
    name,
    ...(description === undefined ? undefined : { description }),
    input_schema: { ...rootObjectSchema(inputSchema), type: "object" },
  }));
}

/** Calls the tool and gives the block for the next user message. Never throws: failures carry `is_error`. */
export async function handleAnthropicToolUse(
  source: ToolSource,
  block: AnthropicToolUse,
  options: CallOptions = {},
): Promise<AnthropicToolResult> {
  const { id, name, input } = block;
  const result = await callForModel(source, { name, arguments: checkArguments(input), options });
  return {
    type: "tool_result",
    tool_use_id: id,
    content: contentOf(result),
    ...(result.isError ? { is_error: true } : undefined),
  };
}

function contentOf({ text, images }: ModelResult): string | AnthropicResultBlock[] {
  if (images.length === 0) return text;
  const blocks = images.map(({ mimeType, data }): AnthropicResultBlock => {
    return { type: "image", source: { type: "base64", media_type: mimeType, data } };
  });
  return [{ type: "text", text }, ...blocks];
}
