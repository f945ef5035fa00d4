/**
 * Servers' names as code writes them: `brave-search` → `BraveSearchMCP`. A name is a function of the server alone, unless
 * another server claims the same: then both get a hash, and nobody has it by having come first. Looked up, never parsed.
 */
import { showSafely } from "../../catalog/inspect/finding.ts";

export interface CodeNames {
  /** Server → its name in code. */
  readonly names: ReadonlyMap<string, string>;
  /** Name in code → server. */
  readonly servers: ReadonlyMap<string, string>;
  /** Which names clash. Safe to show. */
  readonly problems: readonly string[];
}

export interface CodeNameOptions {
  /** Servers that are not looked at here, and yet have their names. */
  readonly others?: readonly string[] | undefined;
  /** Local skills, which keep their own names. */
  readonly isSkill?: ((server: string) => boolean) | undefined;
}

/** The order of the servers makes no difference. */
export function codeNames(
  given: readonly string[],
  { isSkill, others = [] }: CodeNameOptions = {},
): CodeNames {
  const servers = [...new Set([...given, ...others])].sort();
  const plain = servers.map((server) =>
    isSkill?.(server) === true ? skillName(server) : serverName(server),
  );
  const names = [...plain];
  // Every round gives longer hashes, and the longest are all different: this ends.
  for (let length = SHORTEST_HASH; ; length += 6) {
    const losers = findLosers(names);
    if (losers.size === 0) break;
    for (const index of losers)
      names[index] = `${plain[index] ?? ""}_${hashOf(servers[index] ?? "", length)}`;
  }
  const entries = servers.map((server, index): [string, string] => [server, names[index] ?? ""]);
  return {
    names: new Map(entries),
    servers: new Map(entries.map(([server, name]) => [name, server])),
    problems: describeClashes(entries, plain),
  };
}

/** All that cannot have the name they claim. */
function findLosers(names: readonly string[]): ReadonlySet<number> {
  const owners = new Map<string, number>();
  const losers = new Set<number>();
  for (const [index, name] of names.entries()) {
    const other = owners.get(name);
    if (other !== undefined) losers.add(other).add(index);
    if (TAKEN.has(name)) losers.add(index);
    owners.set(name, index);
  }
  return losers;
}

function serverName(server: string): string {
  return startAsName(`${toPascalCase(server) || "Server"}MCP`);
}

/** Skills are named by their folder; where that is no identifier, it is made one as other names are. */
function skillName(server: string): string {
  return PLAIN_NAME.test(server) ? server : startAsName(toPascalCase(server) || "Skill");
}

const PLAIN_NAME = /^[A-Za-z$][\w$]{0,79}$/;

/** Members that mean something else to the language: a `then` would make the whole of `device` a promise. */
const TAKEN: ReadonlySet<string> = new Set([
  "then",
  "constructor",
  "prototype",
  "toString",
  "toJSON",
  "valueOf",
  "hasOwnProperty",
]);

const MAX_NAME_CHARS = 80;

/** Capitals inside a word stay: `GitHub_Tools` → `GitHubTools`. */
function toPascalCase(text: string): string {
  return wordsOf(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
    .slice(0, MAX_NAME_CHARS);
}

/** Letters with accents lose them; what is no letter or digit of ASCII separates words. */
export function wordsOf(text: string): readonly string[] {
  const ascii = text
    .slice(0, 4 * MAX_NAME_CHARS)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "");
  return ascii.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
}

export function startAsName(name: string): string {
  return /^[0-9]/.test(name) ? `_${name}` : name;
}

const SHORTEST_HASH = 6;

function hashOf(server: string, length: number): string {
  // Loaded here because most names need no hash. JSON keeps apart what UTF-8 would not: lone surrogates.
  const { hash } = process.getBuiltinModule("node:crypto");
  return hash("sha256", JSON.stringify(server), "hex").slice(0, length);
}

function describeClashes(
  entries: readonly (readonly [string, string])[],
  plain: readonly string[],
): string[] {
  const claims = Map.groupBy(entries.keys(), (index) => plain[index] ?? "");
  return [...claims].flatMap(([name, indexes]) => {
    if (indexes.length === 1 && entries[indexes[0] ?? 0]?.[1] === name) return [];
    const given = indexes.map((index) => {
      const [server = "", own = ""] = entries[index] ?? [];
      return `'${showSafely(server)}' is ${own}`;
    });
    return [`No server is '${name}' in code, because ${reasonFor(indexes.length)}: ${given.join(", ")}`];
  });
}

function reasonFor(claimants: number): string {
  return claimants > 1 ? "several would be" : "the name is taken";
}
