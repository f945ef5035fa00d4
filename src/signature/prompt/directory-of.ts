/** The servers of a catalog, a line each: the smallest thing that still says what there is. */
import type { CatalogTool, Snapshot } from "../../catalog/snapshot.ts";
import { firstSentence, oneLine } from "../doc-text.ts";
import { codeNameTable, type CodeNameTable, type CodeServer } from "../names/code-name-table.ts";
import { writeMember } from "../names/tool-members.ts";

export interface DirectoryOptions {
  readonly names?: CodeNameTable | undefined;
  /** Which tools may be named; all that are not held back where it is not given. */
  readonly isShown?: ((tool: CatalogTool) => boolean) | undefined;
  /** A server's description. */
  readonly describe?: ((server: string) => string | undefined) | undefined;
}

export interface DirectoryEntry {
  /** The server's name in code. */
  readonly name: string;
  readonly server: string;
  readonly tools: number;
  /** `BraveSearchMCP (6 tools): Web search. search, news, images, …` */
  readonly line: string;
}

const MAX_NAMES = 4;
export const MAX_ABOUT_CHARS = 100;
const MAX_MEMBER_CHARS = 60;

/** In the order of the catalog; servers that offer nothing right now are left out. */
export function directoryOf(snapshot: Snapshot, options: DirectoryOptions = {}): readonly DirectoryEntry[] {
  const names = options.names ?? codeNameTable(snapshot);
  return [...names.servers.values()].flatMap((server) => {
    const members = shownMembers(server, names, options.isShown);
    return members.length === 0 ? [] : [entryOf(server, members, options)];
  });
}

/** The names of the tools that may be called, as code writes them. Those that are held back say nothing to anybody. */
export function shownMembers(
  { tools }: CodeServer,
  names: CodeNameTable,
  isShown: DirectoryOptions["isShown"] = () => true,
): readonly string[] {
  return tools.flatMap((tool) => {
    const member = tool.held || !isShown(tool) ? undefined : names.codeNameOf(tool)?.member;
    return member === undefined ? [] : [oneLine(writeMember(member).replace(/^\./, ""), MAX_MEMBER_CHARS)];
  });
}

function entryOf(
  code: CodeServer,
  members: readonly string[],
  { describe }: DirectoryOptions,
): DirectoryEntry {
  const { name, server } = code;
  const about = firstSentence(describe?.(server) ?? "", MAX_ABOUT_CHARS);
  const few = [...members.slice(0, MAX_NAMES), ...(members.length > MAX_NAMES ? ["…"] : [])].join(", ");
  const said = about === "" || /[.!?…]$/.test(about) ? about : `${about}.`;
  const count = members.length === 1 ? "1 tool" : `${members.length} tools`;
  const line = `${name} (${count}): ${[said, few].filter((part) => part !== "").join(" ")}`;
  return { name, server, tools: members.length, line };
}
