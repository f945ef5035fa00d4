/**
 * Remembers vectors by what they were made of, so that a tool is embedded once and not at every start. It only saves time:
 * what cannot be read is made again, and what cannot be written is not kept.
 */
import { createHash } from "node:crypto";
import type { Embedder } from "./embedder.ts";

/** By the hash of model and text, in hex. */
export type Vectors = ReadonlyMap<string, Float32Array>;

export interface EmbeddingCache {
  /** Those of the keys that are known. */
  read(keys: readonly string[]): Promise<Vectors>;
  write(vectors: Vectors): Promise<void>;
}

/** The same embedder, which asks for no text twice. */
export function cachedEmbedder(embedder: Embedder, cache: EmbeddingCache): Embedder {
  return {
    id: embedder.id,
    async embed(texts, signal) {
      const keys = texts.map((text) => keyOf(embedder.id, text));
      const known = await cache.read(keys).catch((): Vectors => new Map());
      const missing = new Map(
        keys.flatMap((key, index) => (known.has(key) ? [] : [[key, texts[index] ?? ""] as const])),
      );
      const made = missing.size === 0 ? [] : await embedder.embed([...missing.values()], signal);
      const added = new Map([...missing.keys()].flatMap((key, index) => pair(key, made[index])));
      if (added.size > 0) await cache.write(added).catch(() => undefined); // it is made again next time
      return keys.flatMap((key) => known.get(key) ?? added.get(key) ?? []);
    },
  };
}

function pair(key: string, vector: Float32Array | undefined): readonly (readonly [string, Float32Array])[] {
  return vector === undefined ? [] : [[key, vector]];
}

function keyOf(model: string, text: string): string {
  return createHash("sha256")
    .update(JSON.stringify([model, text]))
    .digest("hex");
}
