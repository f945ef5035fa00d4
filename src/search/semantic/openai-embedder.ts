/**
 * Vectors from an endpoint that speaks OpenAI's embeddings API: OpenAI, Ollama, vLLM, LM Studio and many more. The texts of
 * tools and queries leave the machine. The key goes to the given address only, and into no message.
 */
import { messageOf, TackleError } from "../../errors.ts";
import { isObject } from "../../util/is-object.ts";
import { cutText, toTerminalText } from "../../util/terminal-text.ts";
import type { Embedder } from "./embedder.ts";

export interface OpenAiEmbedderOptions {
  /** Up to and including the version, as in `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly model: string;
  readonly key?: string;
  /** Milliseconds that one request may take. */
  readonly timeoutMs?: number;
  /** Texts in one request. */
  readonly batch?: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_BATCH = 96;
/** A hundred long vectors written out as text are some megabytes. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export function openAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { url, model, batch = DEFAULT_BATCH } = options;
  const endpoint = endpointOf(url);
  return {
    id: `openai ${endpoint} ${model}`,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += batch) {
        const part = texts.slice(start, start + batch);
        vectors.push(...(await request(endpoint, part, { ...options, signal })));
      }
      return vectors;
    },
  };
}

function endpointOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TackleError({
      code: "config",
      message: `The address of the embeddings endpoint is no http address: '${url}'`,
      hint: "Give it up to the version, as in https://api.openai.com/v1.",
    });
  }
  return `${url.replace(/\/+$/, "")}/embeddings`;
}

interface RequestOptions extends OpenAiEmbedderOptions {
  readonly signal: AbortSignal | undefined;
}

async function request(
  endpoint: string,
  texts: readonly string[],
  options: RequestOptions,
): Promise<readonly Float32Array[]> {
  const { model, key, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key === undefined ? undefined : { authorization: `Bearer ${key}` }),
      },
      // Some endpoints refuse an empty text.
      body: JSON.stringify({ model, input: texts.map((text) => text || " "), encoding_format: "float" }),
      redirect: "error",
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    });
    const text = await readLimited(endpoint, response);
    if (!response.ok)
      throw refused(endpoint, response.status, key === undefined ? text : text.replaceAll(key, "***"));
    return readVectors(endpoint, JSON.parse(text), texts.length);
  } catch (error) {
    if (error instanceof TackleError) throw error;
    if (signal?.aborted === true)
      throw new TackleError({ code: "cancelled", message: "Interrupted", cause: error });
    throw failed(endpoint, error, deadline.aborted ? timeoutMs : undefined);
  }
}

async function readLimited(endpoint: string, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new TackleError({
        code: "protocol",
        message: `The embeddings endpoint ${endpoint} answered with more than ${MAX_ANSWER_BYTES} bytes`,
        hint: "Send it fewer texts at once.",
      });
    }
  }
  return Buffer.concat(chunks).toString();
}

function refused(endpoint: string, status: number, text: string): TackleError {
  const said = cutText(toTerminalText(text.slice(0, 2000)), 300);
  const isKey = status === 401 || status === 403;
  return new TackleError({
    code: isKey ? "permission" : "connection",
    message: `The embeddings endpoint ${endpoint} answered ${status}: ${said}`,
    hint: isKey ? "Check the key." : "Check the address and the model's name.",
  });
}

function failed(endpoint: string, error: unknown, timeoutMs: number | undefined): TackleError {
  if (timeoutMs !== undefined) {
    return new TackleError({
      code: "timeout",
      message: `The embeddings endpoint ${endpoint} did not answer within ${timeoutMs} ms`,
      hint: "Allow it more time, or send it fewer texts at once.",
      cause: error,
    });
  }
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return new TackleError({
    code: error instanceof SyntaxError ? "protocol" : "connection",
    message: `The embeddings endpoint ${endpoint} could not be used: ${messageOf(cause)}`,
    hint: "Check that it runs and that the address is right.",
    cause: error,
  });
}

function readVectors(endpoint: string, answer: unknown, count: number): readonly Float32Array[] {
  const data: readonly unknown[] = isObject(answer) && Array.isArray(answer["data"]) ? answer["data"] : [];
  const vectors: Float32Array[] = [];
  for (const [place, item] of data.entries()) {
    if (!isObject(item) || !isNumbers(item["embedding"])) continue;
    const { index = place } = item;
    if (typeof index === "number") vectors[index] = Float32Array.from(item["embedding"]);
  }
  const length = vectors[0]?.length ?? 0;
  const isWhole =
    vectors.length === count && Array.from(vectors).every((vector) => vector?.length === length);
  if (isWhole && length > 0) return vectors;
  throw new TackleError({
    code: "protocol",
    message: `The embeddings endpoint ${endpoint} answered without one vector for each of ${count} texts`,
    hint: "Check that the model is one for embeddings.",
  });
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => typeof one === "number" && Number.isFinite(one));
}
