/** Tools for OpenAI's Responses. */
import { openAiFunction, type OpenAiFunction, type OpenAiOptions } from "./openai-function.ts";
import { readArguments } from "./read-arguments.ts";
import { callForModel, type ModelResult } from "./result-for-model.ts";
import type { CallOptions, ToolSource } from "./tool-source.ts";

export interface OpenAiResponsesTool extends OpenAiFunction {
  type: "function";
  strict: false;
}

/** An item of `response.output` whose type is `function_call`. */
export interface OpenAiFunctionCall {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface OpenAiFunctionCallOutput {
  type: "function_call_output";
  call_id: string;
  output: string | OpenAiOutputPart[];
}

export type OpenAiOutputPart =
  | { type: "input_text"; text: string }
  | { type: "input_image"; image_url: string; detail: "auto" };

/** `strict` would be true by default here, and refuses most schemas that were not written for it. */
export function openAiResponsesTools(source: ToolSource, options: OpenAiOptions = {}): OpenAiResponsesTool[] {
  return source
    .tools()
    .map((tool) => ({ type: "function", ...openAiFunction(tool, options), strict: false }));
}

/** Calls the tool and gives the item for the next request's `input`. Never throws. */
export async function handleOpenAiResponsesToolCall(
  source: ToolSource,
  toolCall: OpenAiFunctionCall,
  options: CallOptions = {},
): Promise<OpenAiFunctionCallOutput> {
  const { name, arguments: text, call_id } = toolCall;
  const result = await callForModel(source, { name, arguments: readArguments(text), options });
  return { type: "function_call_output", call_id, output: outputOf(result) };
}

function outputOf({ text, images }: ModelResult): string | OpenAiOutputPart[] {
  if (images.length === 0) return text;
  const parts = images.map(({ mimeType, data }): OpenAiOutputPart => {
    return { type: "input_image", image_url: `data:${mimeType};base64,${data}`, detail: "auto" };
  });
  return [{ type: "input_text", text }, ...parts];
}
