/** The public tool-retrieval data that search is measured on. It is no part of the project: without it nothing is measured. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CatalogTool } from "../../src/catalog/snapshot.ts";

export interface DataTool {
  readonly id: string;
  readonly server: string;
  readonly serverTitle?: string;
  readonly serverDescription?: string;
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: { readonly [key: string]: unknown };
}

export interface DataQuery {
  readonly kind: string;
  readonly text: string;
  /** Groups of ids; any member of a group will do for it. */
  readonly gold: readonly (readonly string[])[];
  /** One group is enough. */
  readonly hit?: "any";
}

export interface DataSet {
  readonly title: string;
  readonly tools: readonly DataTool[];
  readonly queries: readonly DataQuery[];
}

export const FOLDER = resolve(
  process.env["TACKLE_SEARCH_DATA"] ?? join(import.meta.dirname, "../../../shared/data/tool-search"),
);

export const isPresent = (): boolean => existsSync(join(FOLDER, "livemcpbench.json"));

/**
 * LiveMCPBench alone, among some thousand tools of other servers, and BFCL; and queries of our own over the tools of 110
 * servers drawn by lot, alone and among the rest of that pool, where some tool that nobody marked may be right, too.
 */
export function dataSets(): readonly DataSet[] {
  const bench = read("livemcpbench.json");
  const pool = read("toucan-pool.json");
  const functions = read("bfcl.json");
  const own = ownQueries(pool.tools);
  const mixed = [...bench.tools, ...distractors(bench.tools, pool.tools)];
  return [
    { ...bench, title: "LiveMCPBench" },
    { ...bench, title: "LiveMCPBench among others", tools: mixed },
    { ...functions, title: "BFCL" },
    { ...own, title: "own" },
    { ...own, title: "own among others", tools: [...own.tools, ...distractors(own.tools, pool.tools)] },
  ];
}

export function everyTool(): readonly DataTool[] {
  return ["livemcpbench.json", "toucan-pool.json"].flatMap((file) => read(file).tools);
}

function read(file: string): Omit<DataSet, "title"> {
  const { tools, queries = [] } = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Partial<DataSet>;
  return { tools: tools ?? [], queries };
}

/** Written before any search was run on these tools. What the search misses among them is not read. */
function ownQueries(pool: readonly DataTool[]): Omit<DataSet, "title"> {
  const file = join(import.meta.dirname, "held-out.json");
  const { servers, queries } = JSON.parse(readFileSync(file, "utf8")) as HeldOut;
  const chosen = new Set(servers);
  return { tools: pool.filter((tool) => chosen.has(tool.server) && hasSchema(tool)), queries };
}

interface HeldOut {
  readonly servers: readonly string[];
  readonly queries: readonly DataQuery[];
}

const hasSchema = ({ inputSchema }: DataTool): boolean => Object.keys(inputSchema).length > 0;

/** Tools with a schema, of servers that the benchmark does not have itself: those would be right answers, too. */
function distractors(bench: readonly DataTool[], pool: readonly DataTool[]): readonly DataTool[] {
  const titles = new Set(bench.flatMap(({ server, serverTitle }) => [plain(server), plain(serverTitle)]));
  const definitions = new Set(bench.map(definitionOf));
  return pool.filter(
    (tool) => hasSchema(tool) && !titles.has(plain(tool.serverTitle)) && !definitions.has(definitionOf(tool)),
  );
}

const plain = (text = ""): string => text.toLowerCase().replace(/[^a-z\d]/g, "");
const definitionOf = ({ name, description }: DataTool): string => `${plain(name)} ${plain(description)}`;

/** As the catalog would hold it, under its id. */
export function asCatalogTool({ id, server, name, description, inputSchema }: DataTool): CatalogTool {
  const definition = { name, inputSchema, ...(description === undefined ? undefined : { description }) };
  const known = { fingerprint: "", pin: "new", held: false, findings: [] } as const;
  return { name: id, server, tool: name, definition, ...known };
}
