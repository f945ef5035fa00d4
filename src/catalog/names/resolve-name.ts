/**
 * What someone wrote → the tool that they meant. A name of any strategy is always found first, so that no server can take
 * over another one's names by what it calls its own tools. Never picks one of several.
 */
import type { NamingStrategy, ToolRef } from "../../types.ts";
import { findNearest } from "./find-nearest.ts";
import type { NameTables } from "./name-tables.ts";

export type NameResolution<Ref> =
  | { readonly kind: "found"; readonly ref: Ref; readonly by: FoundBy }
  | { readonly kind: "ambiguous"; readonly candidates: readonly Ref[] }
  | { readonly kind: "unknown"; readonly nearest: readonly Ref[] };

/**
 * By a name of a strategy, which means this one tool for as long as there is one of that name; or, for people who type, by
 * `server.tool` and the like, or by the tool's own name. The last can mean another tool once servers come or go.
 */
export type FoundBy = "name" | "qualified" | "bare";

/** Accepts every strategy's names, `server.tool`, `server/tool`, and a tool's own name when only one server has it. */
export function resolveName<Ref extends ToolRef>(
  tables: NameTables<Ref>,
  input: string,
): NameResolution<Ref> {
  const strategy = strategyOf(input);
  const names = strategy && tables.of(strategy);
  const named = tables.refs[names?.owners.get(input) ?? -1];
  if (named !== undefined) return { kind: "found", ref: named, by: "name" };
  if (tables.reserved.has(input)) return { kind: "unknown", nearest: findNearest(tables, input) };
  return (
    choose(tables, names?.contested.get(input) ?? [], "name") ??
    choose(tables, findQualified(tables, input), "qualified") ??
    // A tool may call itself `mcp__github__create_issue`; that must not get it the calls once the real one is gone.
    choose(tables, strategy === undefined ? findBare(tables, input) : [], "bare") ?? {
      kind: "unknown",
      nearest: findNearest(tables, input),
    }
  );
}

/** The one strategy that could have made this name: their forms exclude each other (spellings.ts). */
function strategyOf(input: string): NamingStrategy | undefined {
  if (input.includes("@")) return "tool@server";
  if (input.includes("::")) return "server::tool";
  if (input.startsWith("mcp__")) return "mcp__server__tool";
  return input.startsWith("mcp_") ? "mcp_server_tool" : undefined;
}

/** Undefined when there is nothing to choose from. */
function choose<Ref extends ToolRef>(
  tables: NameTables<Ref>,
  indexes: readonly number[],
  by: FoundBy,
): NameResolution<Ref> | undefined {
  const candidates = [...new Set(indexes)].flatMap((index) => tables.refs[index] ?? []);
  const [only] = candidates;
  if (only === undefined) return undefined;
  return candidates.length === 1
    ? { kind: "found", ref: only, by }
    : { kind: "ambiguous", candidates: candidates.sort(byServerAndTool) };
}

/** `server.tool`, `server/tool`, `server::tool`, `tool@server`, by their own names. Asks every server, for any may be meant. */
function findQualified<Ref extends ToolRef>({ indexes }: NameTables<Ref>, input: string): number[] {
  const found: number[] = [];
  for (const [server, tools] of indexes) {
    const rests: string[] = [];
    if (input.startsWith(server)) {
      const joint = input.slice(server.length, server.length + 2);
      if (joint.startsWith(".") || joint.startsWith("/")) rests.push(input.slice(server.length + 1));
      if (joint === "::") rests.push(input.slice(server.length + 2));
    }
    if (input.endsWith(server) && input[input.length - server.length - 1] === "@") {
      rests.push(input.slice(0, input.length - server.length - 1));
    }
    found.push(...rests.flatMap((rest) => tools.get(rest) ?? []));
  }
  return found;
}

function findBare<Ref extends ToolRef>({ indexes }: NameTables<Ref>, input: string): number[] {
  return [...indexes.values()].flatMap((tools) => tools.get(input) ?? []);
}

/** By code units: the same everywhere, whatever the language of the machine. */
export function byServerAndTool(a: ToolRef, b: ToolRef): number {
  if (a.server !== b.server) return a.server < b.server ? -1 : 1;
  if (a.tool !== b.tool) return a.tool < b.tool ? -1 : 1;
  return 0;
}
