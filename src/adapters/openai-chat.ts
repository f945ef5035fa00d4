/** Tools for OpenAI's Chat Completions, and for the many providers that speak the same form. */
import { openAiFunction, type OpenAiFunction, type OpenAiOptions } from "./openai-function.ts";
import { readArguments } from "./read-arguments.ts";
import { callForModel } from "./result-for-model.ts";
import type { CallOptions, ToolSource } from "./tool-source.ts";

export interface OpenAiTool {
  type: "function";
  function: OpenAiFunction;
}

/** One of `message.tool_calls`. */
export interface OpenAiToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface OpenAiToolMessage {
  role: "tool";
  tool_call_id: string;
  content: string;
}

export function openAiTools(source: ToolSource, options: OpenAiOptions = {}): OpenAiTool[] {
  return source.tools().map((tool) => ({ type: "function", function: openAiFunction(tool, options) }));
}

/**
 * Calls the tool and gives the message to append. Never throws: bad arguments and failures are told to the model. A tool
 * message holds only text, so that pictures are no more than named in it.
 */
export async function handleOpenAiToolCall(
  source: ToolSource,
  toolCall: OpenAiToolCall,
  options: CallOptions = {},
): Promise<OpenAiToolMessage> {
  const { name, arguments: text } = toolCall.function;
  const result = await callForModel(source, { name, arguments: readArguments(text), options });
  return { role: "tool", tool_call_id: toolCall.id, content: result.text };
}
