/** Turns texts into vectors that lie near each other when the texts mean the same. Search works without one. */
export interface Embedder {
  /** Which model, with all that changes its vectors: cached ones of another are not used. */
  readonly id: string;
  /** One vector for each text, in their order, all of the same length. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
}
