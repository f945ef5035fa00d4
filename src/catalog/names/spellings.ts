/**
 * How each strategy spells the two parts of a tool's name, and which servers it can spell so that nobody else's tool
 * could ever be spelled the same.
 */
import type { NamingStrategy } from "../../types.ts";

/** Most model providers refuse longer names. */
export const MAX_NAME_LENGTH = 64;

/** What most model providers allow in a name. */
const LEGAL_PART = /^[a-zA-Z0-9_-]+$/;

interface Spelling {
  /** How many characters the form itself takes. */
  readonly overhead: number;
  readonly write: (server: string, tool: string) => string;
  /** Whether the end of this server's part can be told in every name; always so where a separator cannot stand in a part. */
  readonly isClear: (server: string) => boolean;
}

export const SPELLINGS: Readonly<Record<NamingStrategy, Spelling>> = {
  // Read from the left, the first `__` ends the server, unless the server itself holds or ends in one.
  mcp__server__tool: {
    overhead: 7,
    write: (server, tool) => `mcp__${server}__${tool}`,
    isClear: (server) => !server.includes("__") && !server.endsWith("_"),
  },
  "tool@server": {
    overhead: 1,
    write: (server, tool) => `${tool}@${server}`,
    isClear: () => true,
  },
  // Its joint is never clear (`mcp_a_b_c`), so real collisions are left to assign-names. But it must not begin as the form
  // above does: then no name of one strategy is a name of another.
  mcp_server_tool: {
    overhead: 5,
    write: (server, tool) => `mcp_${server}_${tool}`,
    isClear: (server) => !server.startsWith("_"),
  },
  "server::tool": {
    overhead: 2,
    write: (server, tool) => `${server}::${tool}`,
    isClear: () => true,
  },
};

export const STRATEGIES = Object.keys(SPELLINGS) as readonly NamingStrategy[];

/** Whether a part can stand in a name as it is. */
export function isLegalPart(part: string): boolean {
  return part.length <= MAX_NAME_LENGTH && LEGAL_PART.test(part);
}
