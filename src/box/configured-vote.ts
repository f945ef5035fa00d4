/**
 * The vote by meaning that the settings ask for. Its code is loaded when it is first needed. A model that fails is left alone
 * for a while, so that a search is not kept waiting by it again and again, and is complained of once.
 */
import { join } from "node:path";
import { messageOf } from "../errors.ts";
import type { SemanticVote } from "../search/semantic/semantic-vote.ts";
import type { EmbedderSettings, SearchSettings } from "../types.ts";
import { stateFolder, type Environment } from "../util/paths.ts";

export interface ConfiguredVoteParts {
  readonly env: Environment;
  /** Told once for each reason. */
  readonly onFailure: (message: string) => void;
  readonly now?: () => number;
}

/** A model that answers at all answers sooner; the search by words is there at once. */
const TIMEOUT_MS = 10_000;
const PAUSE_MS = 60_000;

export class ConfiguredVote {
  readonly #parts: ConfiguredVoteParts;
  readonly #complained = new Set<string>();
  #made: { readonly settings: SearchSettings; readonly vote: Promise<SemanticVote> } | undefined;

  constructor(parts: ConfiguredVoteParts) {
    this.#parts = parts;
  }

  /** Undefined where the settings name no model. */
  async of(settings: SearchSettings): Promise<SemanticVote | undefined> {
    if (settings.embedder === undefined) return undefined;
    if (this.#made?.settings !== settings) this.#made = { settings, vote: this.#make(settings.embedder) };
    return this.#made.vote;
  }

  async #make(settings: EmbedderSettings): Promise<SemanticVote> {
    const { env, onFailure, now = Date.now } = this.#parts;
    const vote = await openVote(settings, env);
    let failed: { readonly at: number; readonly error: unknown } | undefined;
    return {
      weight: vote.weight,
      rank: async (tools, query, options) => {
        if (failed !== undefined && now() - failed.at < PAUSE_MS) throw failed.error;
        try {
          return await vote.rank(tools, query, options);
        } catch (error) {
          if (options.signal?.aborted !== true) {
            failed = { at: now(), error };
            const message = messageOf(error);
            if (!this.#complained.has(message)) onFailure(message);
            this.#complained.add(message);
          }
          throw error;
        }
      },
    };
  }
}

async function openVote(settings: EmbedderSettings, env: Environment): Promise<SemanticVote> {
  const { semanticVote } = await import("../search/semantic/semantic-vote.ts");
  const { diskEmbeddingCache } = await import("../search/semantic/disk-embedding-cache.ts");
  return semanticVote({
    embedder: await openEmbedder(settings),
    cache: diskEmbeddingCache(join(stateFolder(env), "tool-vectors")),
    ...(settings.weight === undefined ? undefined : { weight: settings.weight }),
  });
}

async function openEmbedder(settings: EmbedderSettings) {
  if (settings.type === "local")
    return (await import("../search/semantic/local-embedder.ts")).localEmbedder();
  const { url, model, apiKey, timeout = TIMEOUT_MS } = settings;
  const { openAiEmbedder } = await import("../search/semantic/openai-embedder.ts");
  return openAiEmbedder({
    url,
    model,
    timeoutMs: timeout,
    ...(apiKey === undefined ? undefined : { key: apiKey.reveal() }),
  });
}
