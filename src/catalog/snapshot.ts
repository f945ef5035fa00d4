/**
 * The catalog at one moment: everything that can be called, as a value that never changes. A change makes a new snapshot,
 * which shares with the previous one all that stayed the same; whoever holds an old one can go on using it.
 */
import type { NamingStrategy, ToolRef } from "../types.ts";
import { findInCatalog, type CatalogFinding } from "./catalog-findings.ts";
import { lazily, type CatalogTool } from "./catalog-tool.ts";
import type { NameTables } from "./names/name-tables.ts";
import { resolveName, type NameResolution } from "./names/resolve-name.ts";
import type { CatalogResource, CatalogResourceTemplate } from "./server-offer.ts";
import { findSharedProblems } from "./shared-problems.ts";
import {
  isSameParts,
  makeParts,
  type CatalogPrompt,
  type CatalogServer,
  type Parts,
  type PartsInput,
} from "./snapshot-parts.ts";

export type { CatalogFinding } from "./catalog-findings.ts";
export type { CatalogTool, PinStatus } from "./catalog-tool.ts";
export type { NameResolution } from "./names/resolve-name.ts";
export type { CatalogResource, CatalogResourceTemplate, CatalogSource } from "./server-offer.ts";
export type { CatalogPrompt, CatalogServer } from "./snapshot-parts.ts";

export interface SnapshotInput extends PartsInput {
  readonly previous?: Snapshot | undefined;
}

/** All lists are sorted by server, then by name, by code units: the same catalog is always the same list. */
export interface Snapshot {
  /** Grows with every change. */
  readonly version: number;
  readonly strategy: NamingStrategy;
  readonly servers: readonly CatalogServer[];
  /** The same array as in the previous snapshot when no tool changed; so are the other lists, and each server's tools. */
  readonly tools: readonly CatalogTool[];
  readonly prompts: readonly CatalogPrompt[];
  /** Several servers may offer the same address. */
  readonly resources: readonly CatalogResource[];
  readonly resourceTemplates: readonly CatalogResourceTemplate[];
  /** What was left out, what collides, which settings have no effect. Safe to show. */
  readonly problems: readonly string[];
  /** What is suspicious in the tools' texts; worked out when it is first read. */
  readonly findings: readonly CatalogFinding[];
  /** The tool that someone means by a name in any accepted form. */
  get(input: string): NameResolution<CatalogTool>;
  byRef(ref: ToolRef): CatalogTool | undefined;
  ofServer(name: string): readonly CatalogTool[];
  /** The prompt that someone means; prompts are named as tools are. */
  prompt(input: string): NameResolution<CatalogPrompt>;
  /** A tool's name, also under a strategy other than the catalog's. */
  nameOf(ref: ToolRef, strategy: NamingStrategy): string | undefined;
}

/** The catalog of these servers; the previous snapshot itself when nothing has changed. */
export function buildSnapshot({ previous, ...input }: SnapshotInput): Snapshot {
  const before = previous && partsOf.get(previous);
  const parts = makeParts(input, before);
  if (previous !== undefined && before !== undefined && isSameParts(parts, before)) return previous;
  const snapshot = snapshotOf(parts, (previous?.version ?? 0) + 1);
  partsOf.set(snapshot, parts);
  return snapshot;
}

/** What each snapshot was made of, for the next one. */
const partsOf = new WeakMap<Snapshot, Parts>();

function snapshotOf(parts: Parts, version: number): Snapshot {
  const { tables, promptTables, servers, tools, prompts, resources, resourceTemplates } = parts;
  const { strategy } = parts.input;
  const shared = { servers: servers.map(({ name }) => name), tables, strategy, resources };
  const findings = lazily(() => findInCatalog(tools));
  const serversByName = new Map(servers.map((server) => [server.name, server]));
  return {
    version,
    strategy,
    servers,
    tools,
    prompts,
    resources,
    resourceTemplates,
    problems: [...parts.problems, ...findSharedProblems(shared)],
    get findings() {
      return findings();
    },
    get: (input) => resolveAmong(tables, tools, input),
    byRef: (ref) => itemOf(tables, tools, ref),
    ofServer: (name) => serversByName.get(name)?.tools ?? [],
    prompt: (input) => resolveAmong(promptTables, prompts, input),
    nameOf: (ref, other) => tables.nameOf(ref, other),
  };
}

/** The items stand in the order of the tables. */
function itemOf<Item>(
  tables: NameTables<ToolRef>,
  items: readonly Item[],
  { server, tool }: ToolRef,
): Item | undefined {
  return items[tables.indexes.get(server)?.get(tool) ?? -1];
}

function resolveAmong<Item>(
  tables: NameTables<ToolRef>,
  items: readonly Item[],
  input: string,
): NameResolution<Item> {
  const found = resolveName(tables, input);
  const toItems = (refs: readonly ToolRef[]) => refs.flatMap((ref) => itemOf(tables, items, ref) ?? []);
  switch (found.kind) {
    case "found": {
      const item = itemOf(tables, items, found.ref);
      return item === undefined
        ? { kind: "unknown", nearest: [] }
        : { kind: "found", ref: item, by: found.by };
    }
    case "ambiguous":
      return { kind: "ambiguous", candidates: toItems(found.candidates) };
    case "unknown":
      return { kind: "unknown", nearest: toItems(found.nearest) };
  }
}
