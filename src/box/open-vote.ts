/** Makes the vote that the settings describe. In a file of its own, so that nobody loads it who has no such settings. */
import { join } from "node:path";
import { diskEmbeddingCache } from "../search/semantic/disk-embedding-cache.ts";
import type { Embedder } from "../search/semantic/embedder.ts";
import { localEmbedder } from "../search/semantic/local-embedder.ts";
import { openAiEmbedder } from "../search/semantic/openai-embedder.ts";
import { semanticVote, type SemanticVote } from "../search/semantic/semantic-vote.ts";
import type { EmbedderSettings } from "../types.ts";
import { stateFolder, type Environment } from "../util/paths.ts";

/** A model that answers at all answers sooner; the search by words is there at once. */
const TIMEOUT_MS = 10_000;

export function openVote(settings: EmbedderSettings, env: Environment): SemanticVote {
  return semanticVote({
    embedder: openEmbedder(settings),
    cache: diskEmbeddingCache(join(stateFolder(env), "tool-vectors")),
    ...(settings.weight === undefined ? undefined : { weight: settings.weight }),
  });
}

function openEmbedder(settings: EmbedderSettings): Embedder {
  if (settings.type === "local") return localEmbedder();
  const { url, model, apiKey, timeout = TIMEOUT_MS } = settings;
  const key = apiKey === undefined ? undefined : { key: apiKey.reveal() };
  return openAiEmbedder({ url, model, timeoutMs: timeout, ...key });
}
