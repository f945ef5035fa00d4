/** Servers that cannot be used now, where somebody who searches should know: what they look for may be there. */
import { serverTerms } from "./index/weigh-tool.ts";
import { MAX_QUERY } from "./query/read-query.ts";
import { termsOf } from "./text/terms.ts";

export interface UnavailableServer {
  readonly server: string;
  readonly reason: string;
}

export interface Meaning {
  readonly query: string;
  /** The servers whose tools were found, as they were last seen. */
  readonly found: ReadonlySet<string>;
}

/** Those that the query names, and those that tools were found of. */
export function meantServers(
  servers: readonly UnavailableServer[],
  { query, found }: Meaning,
): readonly UnavailableServer[] {
  if (servers.length === 0) return [];
  const terms = termsOf(query.slice(0, MAX_QUERY));
  const asked = new Set(terms);
  // `file system` means a server called `filesystem`, too.
  for (const [index, term] of terms.entries()) asked.add((terms[index - 1] ?? "") + term);
  return servers.filter(
    ({ server }) => found.has(server) || serverTerms(server).some((term) => asked.has(term)),
  );
}
