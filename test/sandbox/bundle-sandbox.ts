/**
 * The sandbox as it is shipped: bundled, with its threads beside it. From source every new thread would first have to load what
 * takes the types away.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "rolldown";
import type * as Sandbox from "./sandbox-entry.ts";
import { workerFiles } from "../../scripts/worker-files.ts";

const INPUT = resolve(import.meta.dirname, "sandbox-entry.ts");

export interface BundledSandbox {
  readonly sandbox: typeof Sandbox;
  readonly folder: string;
  remove(): Promise<void>;
}

export async function bundleSandbox(): Promise<BundledSandbox> {
  const folder = await mkdtemp(join(tmpdir(), "tackle-sandbox-"));
  const options = { platform: "node", logLevel: "warn" } as const;
  await build({
    ...options,
    input: { sandbox: INPUT },
    plugins: [workerFiles(options)],
    output: { dir: folder, format: "esm", entryFileNames: "[name].js" },
  });
  // As in the package: says at once what the files are.
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  const sandbox = (await import(pathToFileURL(join(folder, "sandbox.js")).href)) as BundledSandbox["sandbox"];
  return { sandbox, folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
