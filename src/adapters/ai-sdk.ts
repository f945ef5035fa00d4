/**
 * Tools for the AI SDK (`ai` 7): `generateText({ model, prompt, tools: toAiSdkTools(box) })`. Written against its forms,
 * without its code, so that only those who use it need to have it.
 */
import { codeOf } from "../calls/outcome-of.ts";
import { TackleError } from "../errors.ts";
import type { JsonObject } from "../types.ts";
import { checkArguments } from "./read-arguments.ts";
import { failureText, imagesOf } from "./result-for-model.ts";
import { rootObjectSchema } from "./root-object-schema.ts";
import type { SourceTool, ToolSource } from "./tool-source.ts";

/** What `execute` gives back, in the words of every call's result. Plain JSON, so that a chat can be stored. */
export interface AiSdkOutput {
  readonly output: string;
  readonly data?: unknown;
  readonly content: readonly JsonObject[];
}

export interface AiSdkTool {
  /** Its types are not known when the program is written. */
  type: "dynamic";
  description?: string;
  inputSchema: AiSdkSchema;
  execute: (input: unknown, options: { abortSignal?: AbortSignal }) => Promise<AiSdkOutput>;
  toModelOutput: (options: { output: unknown }) => AiSdkModelOutput;
}

export type AiSdkModelOutput =
  | { type: "text"; value: string }
  | { type: "content"; value: (AiSdkTextPart | AiSdkFilePart)[] };

interface AiSdkTextPart {
  type: "text";
  text: string;
}

interface AiSdkFilePart {
  type: "file";
  mediaType: string;
  data: { type: "data"; data: string };
}

/** A Standard Schema by its type. The AI SDK knows it for one of its own by a symbol, and passes it on unchanged. */
export interface AiSdkSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: { readonly input: () => JsonSchema; readonly output: () => JsonSchema };
  };
}

type JsonSchema = Record<string, unknown>;

export function toAiSdkTools(source: ToolSource): Record<string, AiSdkTool> {
  return Object.fromEntries(source.tools().map((tool) => [tool.name, toAiSdkTool(source, tool)]));
}

function toAiSdkTool(source: ToolSource, { name, description, inputSchema }: SourceTool): AiSdkTool {
  return {
    type: "dynamic",
    ...(description === undefined ? undefined : { description }),
    inputSchema: toSchema(inputSchema),
    execute: (input, { abortSignal }) => execute(source, { name, input, signal: abortSignal }),
    toModelOutput: ({ output }) => toModelOutput(output),
  };
}

/** A failure is thrown, as the AI SDK expects: it makes a `tool-error` of it, which the model reads as an error. */
async function execute(
  source: ToolSource,
  { name, input, signal }: { name: string; input: unknown; signal: AbortSignal | undefined },
): Promise<AiSdkOutput> {
  const args = checkArguments(input);
  if (typeof args === "string") throw new TackleError({ code: "usage", message: args, tool: name });
  const result = await source.call(name, args, signal === undefined ? {} : { signal });
  const { success, output, data, content, outcome, server, tool } = result;
  if (!success) throw new TackleError({ code: codeOf(outcome), message: failureText(result), server, tool });
  return { output, content, ...(data === undefined ? undefined : { data }) };
}

/** Also called with outputs of stored chats, which may come from anywhere. */
function toModelOutput(value: unknown): AiSdkModelOutput {
  if (!isOutput(value)) return { type: "text", value: JSON.stringify(value) ?? "(no output)" };
  const text = value.output === "" ? "(no output)" : value.output;
  const images = imagesOf(value.content);
  if (images.length === 0) return { type: "text", value: text };
  const files = images.map(({ mimeType, data }): AiSdkFilePart => {
    return { type: "file", mediaType: mimeType, data: { type: "data", data } };
  });
  return { type: "content", value: [{ type: "text", text }, ...files] };
}

function isOutput(value: unknown): value is AiSdkOutput {
  if (typeof value !== "object" || value === null || !("output" in value) || !("content" in value))
    return false;
  const { output, content } = value;
  const isList =
    Array.isArray(content) && content.every((block) => typeof block === "object" && block !== null);
  return typeof output === "string" && isList;
}

/** `validate` lets all pass: the source checks the arguments itself, and its messages name the field. */
function toSchema(inputSchema: JsonObject): AiSdkSchema {
  const jsonSchema = { ...rootObjectSchema(inputSchema) };
  const schema = {
    [Symbol.for("vercel.ai.schema")]: true,
    jsonSchema,
    validate: undefined,
    "~standard": {
      version: 1,
      vendor: "tacklebox",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
    },
  } as const;
  return schema;
}
