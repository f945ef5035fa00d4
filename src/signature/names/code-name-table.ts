/**
 * All servers and tools of a catalog by their names in code, in both directions. What code wrote is found in this table or
 * not at all; nothing here takes an expression apart.
 */
import { lazily } from "../../catalog/catalog-tool.ts";
import type { CatalogServer, CatalogTool, Snapshot } from "../../catalog/snapshot.ts";
import type { ToolRef } from "../../types.ts";
import { codeNames, type CodeNameOptions } from "./code-names.ts";
import { toolMembers, writeMember, type ToolMembers } from "./tool-members.ts";

export interface CodeNameTable {
  /** Name in code → the server with its tools; in the order of the catalog. */
  readonly servers: ReadonlyMap<string, CodeServer>;
  /** The tool that `device.<server>.<member>` means. */
  find(server: string, member: string): ToolRef | undefined;
  /** The tool that a whole expression means: `device.BraveSearchMCP.search`, also without `device.`. */
  findExpression(expression: string): ToolRef | undefined;
  codeNameOf(ref: ToolRef): CodeName | undefined;
  serverNameOf(server: string): string | undefined;
  /** Which names clash. Safe to show. */
  readonly problems: readonly string[];
}

export interface CodeServer {
  /** In code. */
  readonly name: string;
  /** As it is configured. */
  readonly server: string;
  readonly tools: readonly CatalogTool[];
  /** Every accepted member → the tool's own name. */
  readonly members: ReadonlyMap<string, string>;
}

export interface CodeName {
  readonly server: string;
  /** The member that is shown: an identifier wherever there is one. */
  readonly member: string;
  /** Further members that mean the same tool. */
  readonly others: readonly string[];
  /** `device.BraveSearchMCP.search`. */
  readonly expression: string;
}

export const ROOT = "device";

export function codeNameTable(snapshot: Snapshot, options: CodeNameOptions = {}): CodeNameTable {
  const { names, problems } = codeNames(
    snapshot.servers.map(({ name }) => name),
    options,
  );
  const entries = snapshot.servers.map((server) => ({ server, name: names.get(server.name) ?? server.name }));
  const servers = new Map(entries.map(({ server, name }) => [name, codeServer(server, name)]));
  const expressions = lazily(() => expressionsOf(servers.values()));
  return {
    servers,
    findExpression: (expression) => expressions().get(expression),
    find: (name, member) => {
      const found = servers.get(name);
      const tool = found?.members.get(member);
      return found === undefined || tool === undefined ? undefined : { server: found.server, tool };
    },
    codeNameOf: ({ server, tool }) => {
      const name = names.get(server);
      const code = name === undefined ? undefined : servers.get(name);
      const member = code && membersOf(code.tools).members.get(tool);
      return code === undefined || member === undefined
        ? undefined
        : codeName(code.name, member.shown, member.others);
    },
    serverNameOf: (server) => names.get(server),
    problems,
  };
}

/** Every tool by all that code may write for it, with and without the root. */
function expressionsOf(servers: Iterable<CodeServer>): ReadonlyMap<string, ToolRef> {
  const found = new Map<string, ToolRef>();
  for (const { name, server, members } of servers) {
    for (const [member, tool] of members) {
      const expression = `${name}${writeMember(member)}`;
      found.set(expression, { server, tool }).set(`${ROOT}.${expression}`, { server, tool });
    }
  }
  return found;
}

/** The name of one tool by itself, for whoever has no catalog: that of a server which nobody clashes with. */
export function lonelyCodeName({ server, tool }: ToolRef): CodeName {
  const name = codeNames([server]).names.get(server) ?? server;
  const member = toolMembers([tool]).members.get(tool);
  return codeName(name, member?.shown ?? tool, member?.others ?? []);
}

function codeName(server: string, member: string, others: readonly string[]): CodeName {
  return { server, member, others, expression: `${ROOT}.${server}${writeMember(member)}` };
}

function codeServer({ name: server, tools }: CatalogServer, name: string): CodeServer {
  return { name, server, tools, members: membersOf(tools).tools };
}

/** A catalog keeps a server's list of tools as long as nothing in it changes. */
const known = new WeakMap<readonly CatalogTool[], ToolMembers>();

function membersOf(tools: readonly CatalogTool[]): ToolMembers {
  const members = known.get(tools) ?? toolMembers(tools.map(({ tool }) => tool));
  known.set(tools, members);
  return members;
}
