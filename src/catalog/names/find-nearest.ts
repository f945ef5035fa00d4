/** The tools that someone most likely meant by a name that does not exist. */
import type { NamingStrategy, ToolRef } from "../../types.ts";
import { nearest } from "../../util/nearest.ts";
import type { NameTables } from "./name-tables.ts";

const MAX_SUGGESTIONS = 3;

/** At most three, the nearest first. Compares with names in the form of the input, or else with the tools' own names. */
export function findNearest<Ref extends ToolRef>(tables: NameTables<Ref>, input: string): readonly Ref[] {
  const candidates = candidatesFor(tables, input);
  const like = formOf(tables, input);
  const found = like === undefined ? [] : nearestBy(candidates, like, input);
  return found.length > 0 ? found : nearestBy(candidates, ({ tool }) => tool, input);
}

function nearestBy<Ref extends ToolRef>(
  candidates: readonly Ref[],
  nameOf: (ref: Ref) => string | undefined,
  input: string,
): readonly Ref[] {
  const named = Map.groupBy(candidates, (ref) => nameOf(ref) ?? "");
  const names = nearest(input, named.keys(), { max: MAX_SUGGESTIONS });
  return names.flatMap((name) => named.get(name) ?? []).slice(0, MAX_SUGGESTIONS);
}

/** The tools of the servers that the input mentions, or else all: comparing with 10,000 names takes a while. */
function candidatesFor<Ref extends ToolRef>(
  { refs, indexes }: NameTables<Ref>,
  input: string,
): readonly Ref[] {
  const servers = [...indexes.keys()].filter((server) => server.length > 2 && input.includes(server));
  if (servers.length === 0) return refs;
  const mentioned = servers.flatMap((server) => [...(indexes.get(server)?.values() ?? [])]);
  return mentioned.flatMap((index) => refs[index] ?? []);
}

/** Undefined for an input that is not qualified by a server. */
function formOf<Ref extends ToolRef>(
  tables: NameTables<Ref>,
  input: string,
): ((ref: Ref) => string | undefined) | undefined {
  const strategy = strategyLike(input);
  if (strategy !== undefined) return (ref) => tables.nameOf(ref, strategy);
  return /[./:]/.test(input) ? ({ server, tool }) => `${server}.${tool}` : undefined;
}

function strategyLike(input: string): NamingStrategy | undefined {
  if (input.includes("@")) return "tool@server";
  return input.startsWith("mcp") ? "mcp__server__tool" : undefined;
}
