/**
 * All tools of a catalog by name, under every strategy. A name is found in a table or not at all: nothing here takes a name
 * apart to guess where the server ends. The tables of a strategy are made when they are first needed.
 */
import type { NamingStrategy, ToolRef } from "../../types.ts";
import { assignNames, type NameAssignment } from "./assign-names.ts";

export interface NameTables<Ref extends ToolRef> {
  /** Without repetitions, in the order in which they were given. */
  readonly refs: readonly Ref[];
  readonly reserved: ReadonlySet<string>;
  /** Server → tool → index in `refs`. */
  readonly indexes: ReadonlyMap<string, ReadonlyMap<string, number>>;
  of(strategy: NamingStrategy): NameAssignment;
  find(ref: ToolRef): Ref | undefined;
  nameOf(ref: ToolRef, strategy: NamingStrategy): string | undefined;
}

/** The tables of these tools; of the same tool given twice the first counts. */
export function nameTables<Ref extends ToolRef>(
  given: readonly Ref[],
  { reserved }: { readonly reserved: ReadonlySet<string> },
): NameTables<Ref> {
  const { refs, indexes } = indexRefs(given);
  const assignments = new Map<NamingStrategy, NameAssignment>();
  const of = (strategy: NamingStrategy) => {
    const known = assignments.get(strategy) ?? assignNames(refs, { strategy, reserved });
    assignments.set(strategy, known);
    return known;
  };
  const indexOf = ({ server, tool }: ToolRef) => indexes.get(server)?.get(tool);
  return {
    refs,
    reserved,
    indexes,
    of,
    find: (ref) => refs[indexOf(ref) ?? -1],
    nameOf: (ref, strategy) => of(strategy).names[indexOf(ref) ?? -1],
  };
}

function indexRefs<Ref extends ToolRef>(given: readonly Ref[]) {
  const refs: Ref[] = [];
  const indexes = new Map<string, Map<string, number>>();
  for (const ref of given) {
    const ofServer = indexes.get(ref.server) ?? new Map<string, number>();
    indexes.set(ref.server, ofServer);
    if (ofServer.has(ref.tool)) continue;
    ofServer.set(ref.tool, refs.length);
    refs.push(ref);
  }
  return { refs, indexes };
}
