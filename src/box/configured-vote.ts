/**
 * The vote by meaning that the settings ask for. Its code is loaded when it is first needed. A model that fails is left alone
 * for a while, so that a search is not kept waiting by it again and again, and is complained of once.
 */
import { messageOf } from "../errors.ts";
import type { SemanticVote } from "../search/semantic/semantic-vote.ts";
import type { EmbedderSettings, SearchSettings } from "../types.ts";
import type { Environment } from "../util/paths.ts";

export interface ConfiguredVoteParts {
  readonly env: Environment;
  /** Told once for each reason. */
  readonly onFailure: (message: string) => void;
  readonly now?: () => number;
}

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
    const { openVote } = await import("./open-vote.ts");
    const vote = openVote(settings, env);
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
