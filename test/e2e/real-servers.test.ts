/** The servers that people use must connect and list, over every transport and in both eras, and be gone afterwards. */
import { describe, expect, it } from "vitest";
import {
  add,
  calling,
  commandLine,
  onBench,
  processesOf,
  programOf,
  ROOT,
  servingEverything,
  test,
  textOf,
} from "./real-servers.ts";

interface RealServer {
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

const SERVERS: readonly RealServer[] = [
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

describe.concurrent("tackle add, then tackle test", () => {
  it.for(SERVERS)("connects to $package and lists its tools, the second time as the first", (server) =>
    onBench(async (bench) => {
      const { name, tools, offers, protocolVersion, options = [], args = [] } = server;
      await add(bench, name, ...options, "--", ...programOf(server.package), ...args);
      const first = await test(bench, name);
      expect(first.json).toMatchObject({
        ok: true,
        name,
        error: null,
        era: protocolVersion >= "2026" ? "modern" : "legacy",
        protocolVersion,
        toolNames: expect.arrayContaining([...offers]),
        problems: [],
        ...(tools === undefined ? undefined : { tools }),
      });
      expect(first.code).toBe(0);
      expect(processesOf(bench)).toEqual([]);
      const second = await test(bench, name); // this time it knows the era before it asks
      expect({ ...(second.json as object), ms: 0 }).toEqual({ ...(first.json as object), ms: 0 });
    }),
  );
});

describe.concurrent("over HTTP", () => {
  const cases = [
    { mode: "streamableHttp", path: "/mcp", transport: "http" },
    { mode: "sse", path: "/sse", transport: "sse" },
    { mode: "sse", path: "/sse", transport: "http" }, // found out by itself
  ] as const;
  it.for(cases)(
    "reaches server-everything in mode $mode configured as $transport",
    ({ mode, path, transport }) =>
      onBench((bench) =>
        servingEverything(bench, mode, async (origin) => {
          await add(bench, "remote", "--transport", transport, origin + path);
          expect((await test(bench, "remote")).json).toMatchObject({
            ok: true,
            era: "legacy",
            toolNames: expect.arrayContaining(["echo"]),
          });
          await calling(bench, "remote", async (call) => {
            expect(textOf(await call("echo", { message: "hallo" }))).toBe("Echo: hallo");
          });
        }),
      ),
  );
});

describe.concurrent("behind a launcher", () => {
  const launchers = [
    { name: "npx", words: ["npx", "--no-install", "mcp-server-everything"] },
    { name: "npx in a shell", words: ["sh", "-c", "npx --no-install mcp-server-everything; echo over >&2"] },
  ];
  it.for(launchers)("ends the server and everything between it and us: $name", ({ words }) =>
    onBench(async (bench) => {
      const options = ["--cwd", ROOT, "-e", "NPM_CONFIG_UPDATE_NOTIFIER=false"];
      await add(bench, "wrapped", ...options, "--", ...words);
      expect((await test(bench, "wrapped")).json).toMatchObject({ ok: true });
      expect(processesOf(bench).map(commandLine)).toEqual([]);
      await calling(bench, "wrapped", async (call) => {
        expect(textOf(await call("echo", { message: "through" }))).toBe("Echo: through");
        const tree = processesOf(bench).map(commandLine);
        expect(tree.length).toBeGreaterThan(1);
        expect(tree).toContainEqual(expect.stringMatching(/^\S*node \S*mcp-server-everything$/));
      });
    }),
  );
});
