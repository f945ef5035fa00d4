/** Who is measured, and how each is put in front of the same echo server. A contestant that is not installed is left out. */
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import type { Era } from "./era.ts";

export type Transport = "http" | "stdio";

/** How to start a contestant and how to speak with it. Without a port, it says its address on stdout, as JSON. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly face: "stdio" | "streamable" | "sse";
  readonly era: Era;
  readonly port?: number;
  readonly path?: string;
  /** A folder of its own, for its home, its configuration and its output. */
  readonly home: string;
}

export interface LaunchRequest {
  readonly transport: Transport;
  readonly home: string;
  /** Where our own profiles go, when they are wanted. */
  readonly profiles: string | undefined;
}

export interface Contestant {
  /** The word for it on the command line. */
  readonly id: string;
  readonly name: string;
  readonly kind: "direct" | "bare" | "ours" | "peer";
  readonly transports: readonly Transport[];
  readonly isInstalled: boolean;
  readonly launch: (request: LaunchRequest) => Promise<Launch>;
}

export const ECHO_SERVER = resolve(import.meta.dirname, "echo-server.ts");
const BARE_PIPE = resolve(import.meta.dirname, "bare-pipe.ts");
const ROOT = resolve(import.meta.dirname, "../../..");
const TACKLE = join(ROOT, "dist/tackle.js");
const NODE = process.execPath;

const direct: Contestant = {
  id: "direct",
  name: "direct",
  kind: "direct",
  transports: ["stdio"],
  isInstalled: true,
  launch: async ({ home }) => ({
    command: NODE,
    args: [ECHO_SERVER],
    face: "stdio",
    era: "legacy",
    home,
  }),
};

const bare: Contestant = {
  id: "bare",
  name: "bare pipe",
  kind: "bare",
  transports: ["http", "stdio"],
  isInstalled: true,
  launch: async ({ transport, home }) => ({
    command: NODE,
    args: [BARE_PIPE, `--${transport}`, "--", NODE, ECHO_SERVER],
    face: transport === "http" ? "streamable" : "stdio",
    era: "legacy",
    home,
  }),
};

function ours(era: Era): Contestant {
  return {
    id: "ours",
    name: `ours, ${era}`,
    kind: "ours",
    transports: ["http", "stdio"],
    isInstalled: existsSync(TACKLE),
    launch: async ({ transport, home, profiles }) => {
      const node = profiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`];
      const face = transport === "http" ? ["--port", "0", "--json"] : ["--stdio", "--no-attach"];
      return {
        command: NODE,
        args: [...node, TACKLE, "serve", ...face, "--config", writeServers(home, {})],
        face: transport === "http" ? "streamable" : "stdio",
        era,
        home,
      };
    },
  };
}

const mcpHub = peer({
  name: "mcp-hub",
  transports: ["http"],
  face: "sse",
  args: ({ home, port }) => ["--port", String(port), "--config", writeServers(home, {})],
});

/** It serves only servers that its daemon keeps alive. */
const mcporter = peer({
  name: "mcporter",
  transports: ["http", "stdio"],
  face: "streamable",
  args: ({ home, port, transport }) => {
    const config = writeServers(home, { lifecycle: "keep-alive" });
    const face = transport === "http" ? ["--http", String(port)] : ["--stdio"];
    return ["--config", config, "serve", ...face];
  },
});

const mcpProxy = peer({
  name: "mcp-proxy",
  transports: ["http"],
  face: "streamable",
  args: ({ port }) => ["--host", "127.0.0.1", "--port", String(port), "--", NODE, ECHO_SERVER],
});

const supergateway = peer({
  name: "supergateway",
  transports: ["http"],
  face: "streamable",
  args: ({ port }) => [
    "--stdio",
    `"${NODE}" "${ECHO_SERVER}"`,
    "--outputTransport",
    "streamableHttp",
    "--stateful",
    "--logLevel",
    "none",
    "--port",
    String(port),
  ],
});

const oneMcp = peer({
  name: "1mcp",
  transports: ["http"],
  face: "streamable",
  args: ({ home, port }) => ["serve", "--config", writeServers(home, {}), "--port", String(port)],
});

/** In the order of the tables. */
export const CONTESTANTS: readonly Contestant[] = [
  direct,
  bare,
  ours("legacy"),
  ours("modern"),
  mcpHub,
  mcporter,
  mcpProxy,
  supergateway,
  oneMcp,
];

interface PeerRecipe {
  /** Also the name of its program. */
  readonly name: string;
  readonly transports: readonly Transport[];
  readonly face: "streamable" | "sse";
  readonly args: (start: { home: string; port: number; transport: Transport }) => readonly string[];
}

function peer({ name, transports, face, args }: PeerRecipe): Contestant {
  const program = join(ROOT, "node_modules/.bin", name);
  return {
    id: name,
    name,
    kind: "peer",
    transports,
    isInstalled: existsSync(program),
    launch: async ({ transport, home }) => {
      const port = await freePort();
      return {
        command: NODE,
        args: [realpathSync(program), ...args({ home, port, transport })],
        face: transport === "http" ? face : "stdio",
        era: "legacy",
        port,
        path: "/mcp",
        home,
      };
    },
  };
}

/** One server named echo in the file that all of them read, with what a contestant wants to know beside it. */
function writeServers(home: string, extra: Readonly<Record<string, string>>): string {
  mkdirSync(home, { recursive: true });
  const file = join(home, "servers.json");
  const echo = { command: NODE, args: [ECHO_SERVER], ...extra };
  writeFileSync(file, JSON.stringify({ mcpServers: { echo } }));
  return file;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => {
    server.close(closed);
  });
  return port;
}
