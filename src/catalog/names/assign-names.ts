/**
 * Names for all tools of a catalog under one strategy. Almost always each tool's plain name; where several tools claim the
 * same one, or it is reserved, all of them get a hash: nobody has it by having come first.
 */
import type { NamingStrategy, ToolRef } from "../../types.ts";
import { hashedName, plainName } from "./spell-name.ts";

export interface NameAssignment {
  /** In the order of the tools. */
  readonly names: readonly string[];
  /** Name → index of the tool. */
  readonly owners: ReadonlyMap<string, number>;
  /** Plain names that nobody has, because several tools claimed them → their indexes. */
  readonly contested: ReadonlyMap<string, readonly number[]>;
}

export interface NameRules {
  readonly strategy: NamingStrategy;
  /** Names that no server's tool may have. */
  readonly reserved: ReadonlySet<string>;
}

/** The tools must be different from each other. */
export function assignNames(refs: readonly ToolRef[], { strategy, reserved }: NameRules): NameAssignment {
  const names = refs.map((ref) => plainName(strategy, ref));
  let claims = findClaims(names, reserved);
  const contested = contestedNames(names, claims.losers);
  // Every attempt gives other hashes, and ever longer ones: this ends.
  for (let attempt = 0; claims.losers.size > 0; attempt++) {
    for (const [index, ref] of refs.entries()) {
      if (claims.losers.has(index)) names[index] = hashedName(strategy, ref, attempt);
    }
    claims = findClaims(names, reserved);
  }
  return { names, owners: claims.owners, contested };
}

interface Claims {
  readonly owners: ReadonlyMap<string, number>;
  /** All that cannot have the name they claim. */
  readonly losers: ReadonlySet<number>;
}

function findClaims(names: readonly string[], reserved: ReadonlySet<string>): Claims {
  const owners = new Map<string, number>();
  const losers = new Set<number>();
  for (const [index, name] of names.entries()) {
    const other = owners.get(name);
    if (other === undefined) owners.set(name, index);
    else losers.add(other).add(index);
    if (reserved.has(name)) losers.add(index);
  }
  return { owners, losers };
}

function contestedNames(names: readonly string[], losers: ReadonlySet<number>): Map<string, number[]> {
  const contested = new Map<string, number[]>();
  for (const index of losers) {
    const name = names[index] ?? "";
    const claimants = contested.get(name);
    if (claimants === undefined) contested.set(name, [index]);
    else claimants.push(index);
  }
  return contested;
}
