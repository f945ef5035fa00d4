/**
 * The members by which code reaches the tools of one server. A tool always has its own name (`x["weird-name"]`); one that is
 * no identifier also has two that are, `weirdName` and `weird_name`, unless another tool has or claims them.
 */
import { isIdentifier, writeString } from "../types/write-literal.ts";
import { startAsName, wordsOf } from "./code-names.ts";

export interface ToolMembers {
  /** Every accepted member → the tool's own name. */
  readonly tools: ReadonlyMap<string, string>;
  /** Tool → the member that is shown, and the others by which it is reached. */
  readonly members: ReadonlyMap<string, ToolMember>;
}

export interface ToolMember {
  /** An identifier wherever there is one. */
  readonly shown: string;
  readonly others: readonly string[];
}

export function toolMembers(names: readonly string[]): ToolMembers {
  const tools = new Map(names.map((name) => [name, name]));
  const claims = new Map<string, string | undefined>();
  for (const name of names) {
    // What two tools claim, neither has: which one was meant could not be told.
    for (const alias of aliasesOf(name)) claims.set(alias, claims.has(alias) ? undefined : name);
  }
  for (const [alias, name] of claims) if (name !== undefined && !tools.has(alias)) tools.set(alias, name);
  const members = names.map((name): [string, ToolMember] => {
    const own = aliasesOf(name).filter((alias) => tools.get(alias) === name);
    const [shown = name, ...aliases] = own;
    return [name, { shown, others: shown === name ? aliases : [...aliases, name] }];
  });
  return { tools, members: new Map(members) };
}

/** `.search`, or `["weird name"]` for what is no identifier. */
export function writeMember(member: string): string {
  return isIdentifier(member) ? `.${member}` : `[${writeString(member)}]`;
}

const MAX_ALIAS_CHARS = 80;

/** Camel case first: it is what code mostly looks like. */
function aliasesOf(name: string): readonly string[] {
  if (isIdentifier(name)) return [];
  const [first = "", ...others] = wordsOf(name);
  const camel =
    lowerFirst(first) + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const aliases = [camel, [first, ...others].join("_")].map(startAsName);
  return [...new Set(aliases)].filter((alias) => alias.length <= MAX_ALIAS_CHARS && isIdentifier(alias));
}

/** `Get-User` → `getUser`; `URL-fetch` stays `URLFetch`. */
function lowerFirst(word: string): string {
  return /^[A-Z][^A-Z]/.test(word) || word.length === 1 ? word.charAt(0).toLowerCase() + word.slice(1) : word;
}
