/** The real servers from npm that tests and evaluations use, and where their programs are. Plain data: no test runner needed. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");

export interface RealServer {
  readonly name: string;
  readonly package: string;
  readonly args?: readonly string[];
  /** Options of `tackle add`. */
  readonly options?: readonly string[];
  /** How many tools it has, unless that depends on what it finds or on what we can do. */
  readonly tools?: number;
  readonly offers: readonly string[];
  readonly protocolVersion: string;
}

export const REAL_SERVERS: readonly RealServer[] = [
  {
    name: "everything",
    package: "@modelcontextprotocol/server-everything",
    offers: ["echo", "get-sum", "trigger-long-running-operation"],
    protocolVersion: "2025-11-25",
  },
  {
    name: "files",
    package: "@modelcontextprotocol/server-filesystem",
    args: ["."],
    tools: 14,
    offers: ["list_directory"],
    protocolVersion: "2025-11-25",
  },
  {
    name: "memory",
    package: "@modelcontextprotocol/server-memory",
    options: ["-e", "MEMORY_FILE_PATH=${HOME}/memory.jsonl"],
    tools: 9,
    offers: ["create_entities", "read_graph"],
    protocolVersion: "2025-11-25",
  },
  {
    name: "thinking",
    package: "@modelcontextprotocol/server-sequential-thinking",
    tools: 1,
    offers: ["sequentialthinking"],
    protocolVersion: "2025-11-25",
  },
  {
    name: "office",
    package: "@softeria/ms-365-mcp-server",
    offers: ["login", "send-mail", "list-calendar-events"],
    protocolVersion: "2025-11-25",
  },
  {
    name: "docs",
    package: "@upstash/context7-mcp",
    tools: 2,
    offers: ["query-docs", "resolve-library-id"],
    protocolVersion: "2026-07-28",
  },
  {
    name: "gitlab",
    package: "@modelcontextprotocol/server-gitlab",
    options: ["-e", "GITLAB_PERSONAL_ACCESS_TOKEN=none"],
    tools: 9, // an old server; hosts that check schemas strictly show none
    offers: ["create_branch", "search_repositories"],
    protocolVersion: "2024-11-05",
  },
  {
    name: "browser",
    package: "@playwright/mcp",
    args: ["--headless", "--isolated"],
    offers: ["browser_navigate", "browser_snapshot"],
    protocolVersion: "2025-11-25",
  },
];

/** The program of a package, started without a launcher and so without a download. */
export function programOf(name: string): readonly [string, string] {
  const folder = join(ROOT, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    bin: Record<string, string>;
  };
  const [file] = Object.values(bin);
  if (file === undefined) throw new Error(`${name} has no program`);
  return [process.execPath, join(folder, file)];
}
