/** What every search engine offers here: a query in, a few results out. */

export interface SearchQuery {
  readonly query: string;
  readonly maxResults: number;
}

/** Untrusted, as every word of it comes from elsewhere. */
export interface RawResult {
  readonly title: unknown;
  readonly url: unknown;
  readonly snippet: unknown;
}

export interface SearchEngine {
  readonly name: string;
  /** The variable that configures it, for messages. */
  readonly variable: string;
  readonly request: (query: SearchQuery) => EngineRequest;
  /** The list of results in its answer; undefined when the answer is none. */
  readonly results: (answer: unknown) => readonly RawResult[] | undefined;
  /** What to do about a status that means something special to it. */
  readonly hints?: ReadonlyMap<number, string>;
}

interface EngineRequest {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}
