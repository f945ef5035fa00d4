/**
 * Starts one of the test servers by name: `npm run test-server NAME [ARGUMENT…] [-- --http PORT]` (npm would take the option for its own
 * without the `--`). On stdio unless a
 * port is given; over HTTP, on 127.0.0.1 only, the well-behaved ones.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { serveHttp } from "./serve-http.ts";

/** A server that keeps the rules can be created anywhere; one that breaks them runs on stdio when it is imported. */
const WELL_BEHAVED: Readonly<Record<string, () => Promise<{ createServer: () => McpServer }>>> = {
  echo: () => import("./echo.ts"),
  fail: () => import("./fail.ts"),
  slow: () => import("./slow.ts"),
  rendezvous: () => import("./rendezvous.ts"),
  json_response: () => import("./json_response.ts"),
  mailbox: () => import("./mailbox.ts"),
  metadata: () => import("./metadata.ts"),
  "slow-library": () => import("./slow-library.ts"),
  conformance: () => import("./conformance/create-server.ts"),
};
const MISBEHAVING = join(import.meta.dirname, "misbehaving");

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { http: { type: "string" } },
    allowPositionals: true,
  });
  const [name = "", ...args] = positionals;
  const load = Object.hasOwn(WELL_BEHAVED, name) ? WELL_BEHAVED[name] : undefined;
  if (load !== undefined) {
    const { createServer } = await load();
    if (values.http === undefined) serveStdio(createServer);
    else await serveHttp(createServer, Number(values.http));
  } else if (!listMisbehaving().includes(name)) {
    fail(`Name a test server:\n  ${[...Object.keys(WELL_BEHAVED), ...listMisbehaving()].join("\n  ")}`);
  } else if (values.http === undefined) {
    const file = join(MISBEHAVING, `${name}.ts`);
    process.argv.splice(1, process.argv.length, file, ...args);
    await import(file);
  } else {
    fail(`Only these are served over HTTP: ${Object.keys(WELL_BEHAVED).join(", ")}`);
  }
}

function listMisbehaving(): string[] {
  return readdirSync(MISBEHAVING)
    .filter((file) => file.endsWith(".ts") && file !== "raw-server.ts")
    .map((file) => file.slice(0, -".ts".length))
    .sort();
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}
