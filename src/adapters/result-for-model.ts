/** A call's result as every provider can take it: a text, the pictures that models can see, and whether it failed. */
import { messageOf } from "../errors.ts";
import type { CallResult, JsonObject } from "../types.ts";
import type { CallOptions, ToolSource } from "./tool-source.ts";

export interface ModelResult {
  /** Never empty: some providers refuse that, and models take it for a fault. */
  readonly text: string;
  /** Without those of a failure: Anthropic takes only text there. */
  readonly images: readonly ModelImage[];
  readonly isError: boolean;
}

export interface ModelImage {
  readonly mimeType: ImageType;
  /** Base64. */
  readonly data: string;
}

/** What Anthropic and OpenAI can see; the text names other pictures with their type and size. */
const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Calls a tool for a model. Never throws: a request whose call has no answer is refused by the next turn. */
export async function callForModel(source: ToolSource, call: ModelCall): Promise<ModelResult> {
  if (typeof call.arguments === "string") return failure(call.arguments);
  try {
    return resultForModel(await source.call(call.name, call.arguments, call.options));
  } catch (error) {
    return failure(`The call of '${call.name.slice(0, 128)}' failed: ${messageOf(error)}`);
  }
}

export interface ModelCall {
  readonly name: string;
  /** What is wrong with them, where they could not be read. */
  readonly arguments: JsonObject | string;
  readonly options: CallOptions;
}

function resultForModel(result: CallResult): ModelResult {
  if (!result.success) return failure(failureText(result));
  const text = result.output === "" ? "(no output)" : result.output;
  return { text, images: imagesOf(result.content), isError: false };
}

/** `output` is what the tool itself said, cut to length; `error` is ours where it said nothing. */
export function failureText({ output, error, hint }: CallResult): string {
  const said = output === "" ? (error ?? "The tool failed without a message") : output;
  return hint === undefined ? said : `${said}\n${hint}`;
}

export function imagesOf(content: readonly JsonObject[]): ModelImage[] {
  return content.flatMap(({ type, mimeType, data }) => {
    const known = IMAGE_TYPES.find((image) => image === mimeType);
    return type === "image" && known !== undefined && typeof data === "string"
      ? [{ mimeType: known, data }]
      : [];
  });
}

function failure(text: string): ModelResult {
  return { text, images: [], isError: true };
}
