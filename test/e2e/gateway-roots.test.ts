/** A server that a client has for itself knows that client's roots, outside of calls, too; a shared one does not. */
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type Gateway } from "./gateway.ts";
import { TACKLE } from "./tackle.ts";

const PACKAGE = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-filesystem/package.json",
);
const filesystem = { command: process.execPath, args: [join(dirname(PACKAGE), "dist/index.js")] };
/** A machine that runs several test files at once is slow. */
const PATIENT = { timeout: 20_000 };

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({
    servers: { own: { ...filesystem, isolation: "session" }, shared: filesystem },
  });
});
afterAll(() => gateway.stop());

const open: Client[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

const FACES = {
  HTTP: () => new StreamableHTTPClientTransport(new URL(gateway.url)) as Transport,
  "a pipe": () => {
    const { bench, configFile } = gateway;
    return new StdioClientTransport({
      command: process.execPath,
      args: [TACKLE, "serve", "--stdio", "--config", configFile],
      cwd: bench.project,
      env: { HOME: bench.home, PATH: process.env["PATH"] ?? "" },
      stderr: "ignore",
    });
  },
};

describe.for(["HTTP", "a pipe"] as const)("a client over %s", (face) => {
  it("has the server's folders follow its roots, and nobody else's", async () => {
    const [first, second, others] = [folder(`${face} 1`), folder(`${face} 2`), folder(`${face} 3`)];
    const mine = await connect(face, [first]);
    const theirs = await connect(face, [others]);
    await expect.poll(() => read(mine.client, "own", first), PATIENT).toContain("here");
    await expect.poll(() => read(theirs.client, "own", others), PATIENT).toContain("here");
    expect(await read(mine.client, "own", second)).toContain("denied");

    mine.roots.splice(0, 1, second);
    await mine.client.sendRootsListChanged();
    await expect.poll(() => read(mine.client, "own", second), PATIENT).toContain("here");
    expect(await read(mine.client, "own", first)).toContain("denied");
    expect(await read(theirs.client, "own", others)).toContain("here");
    expect(await read(theirs.client, "own", second)).toContain("denied");
  });

  it("gives no roots to a server that is shared", async () => {
    const root = folder(`${face} shared`);
    const { client } = await connect(face, [root]);
    await client.sendRootsListChanged();
    expect(await read(client, "shared", root)).toContain("denied");
  });
});

async function connect(
  face: keyof typeof FACES,
  roots: string[],
): Promise<{ client: Client; roots: string[] }> {
  const client = new Client(
    { name: "roots", version: "1.0.0" },
    { capabilities: { roots: { listChanged: true } } },
  );
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: roots.map((path) => ({ uri: pathToFileURL(path).href })),
  }));
  open.push(client);
  await client.connect(FACES[face]());
  return { client, roots };
}

async function read(client: Client, server: string, path: string): Promise<string> {
  const name = `mcp__${server}__read_text_file`;
  return JSON.stringify(await client.callTool({ name, arguments: { path: join(path, "a.txt") } }));
}

function folder(name: string): string {
  const path = join(gateway.bench.home, name);
  mkdirSync(path);
  writeFileSync(join(path, "a.txt"), "here");
  return realpathSync(path);
}
