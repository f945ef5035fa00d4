/** What both of OpenAI's interfaces call a function. */
import { rootObjectSchema } from "./root-object-schema.ts";
import type { SourceTool } from "./tool-source.ts";

export interface OpenAiFunction {
  name: string;
  description?: string;
  parameters: Record<string, unknown>;
}

export interface OpenAiOptions {
  /** Descriptions are cut to this length. Azure refuses more than 1024 characters. */
  readonly maxDescription?: number;
}

export function openAiFunction(
  tool: SourceTool,
  { maxDescription = Infinity }: OpenAiOptions,
): OpenAiFunction {
  const { name, description, inputSchema } = tool;
  const parameters = { ...rootObjectSchema(inputSchema) };
  return description === undefined
    ? { name, parameters }
    : { name, description: cut(description, maxDescription), parameters };
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, Math.max(0, length - 1))}…` : text;
}
