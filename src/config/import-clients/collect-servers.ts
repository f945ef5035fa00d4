/** Everything that other clients have configured on this machine and in this project. It only reads. */
import { resolve } from "node:path";
import { CLIENTS } from "./clients.ts";
import type { Client } from "./client.ts";
import { findClientFiles } from "./find-client-files.ts";
import { readClientFile, type ClientFileContent, type ClientReading } from "./read-client-file.ts";

export interface Collecting extends ClientReading {
  /** All of them, when none are given. */
  readonly clients?: readonly Client[] | undefined;
  /** Files that Tacklebox reads by itself, such as the project's `.mcp.json`: there is nothing to import from them. */
  readonly ownFiles: ReadonlySet<string>;
}

export interface CollectedServers {
  readonly files: readonly ClientFileContent[];
  /** Files of other clients that are in use here as they stand. */
  readonly shared: readonly string[];
}

export async function collectServers(collecting: Collecting): Promise<CollectedServers> {
  const { clients = CLIENTS, places, ownFiles } = collecting;
  const found = findClientFiles(clients, places);
  const isOwn = ({ file }: { readonly file: string }): boolean => ownFiles.has(resolve(file));
  const files: ClientFileContent[] = [];
  for (const file of found.filter((one) => !isOwn(one))) files.push(await readClientFile(file, collecting));
  return { files, shared: found.filter(isOwn).map(({ file }) => file) };
}
