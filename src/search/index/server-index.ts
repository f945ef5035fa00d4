/** The servers of a list of tools, by what they are called: who names a server means one of its tools. */
import type { CatalogTool } from "../../catalog/snapshot.ts";
import { serverTerms } from "./weigh-tool.ts";

export interface ServerIndex {
  /** By the tool's number: its server's number. */
  readonly ofTool: Uint32Array;
  /** Term → the numbers of the servers that are called by it. */
  readonly byTerm: ReadonlyMap<string, readonly number[]>;
  /** By the server's number: the rarity of its name's terms together. */
  readonly rarity: Float32Array;
  /** By the server's number: how rare its terms are on average, from 0 to 1. `github` says more than `search`. */
  readonly telling: Float32Array;
}

export function serverIndex(tools: readonly CatalogTool[], rarityOf: (term: string) => number): ServerIndex {
  const numbers = new Map<string, number>();
  const ofTool = Uint32Array.from(tools, ({ server }) => {
    const number = numbers.get(server) ?? numbers.size;
    numbers.set(server, number);
    return number;
  });
  const byTerm = new Map<string, number[]>();
  const rarity = new Float32Array(numbers.size);
  const telling = new Float32Array(numbers.size);
  // What stands in one tool only.
  const highest = Math.log(1 + (tools.length - 0.5) / 1.5);
  for (const [name, server] of numbers) {
    const terms = new Set(serverTerms(name));
    for (const term of terms) {
      rarity[server] = (rarity[server] ?? 0) + rarityOf(term);
      const others = byTerm.get(term);
      if (others === undefined) byTerm.set(term, [server]);
      else others.push(server);
    }
    telling[server] = Math.min(1, (rarity[server] ?? 0) / Math.max(1, terms.size) / highest);
  }
  return { ofTool, byTerm, rarity, telling };
}
