/** Which of a client's files an edit goes to, and whether the client is on this machine at all. */
import { findProgram } from "../../util/find-program.ts";
import { pathsOf, type Places } from "../import-clients/places.ts";
import { presenceOf } from "../presence.ts";
import type { Connector, Scope } from "./connector.ts";

/** Undefined where the client has no file of that scope, or nobody can say where it would be. */
export function chooseFile(connector: Connector, scope: Scope, places: Places): string | undefined {
  const files = scope === "user" ? userFiles(connector, places) : projectFiles(connector, places);
  const inFolder = scope === "user" ? files.find((file) => isThere(folderOf(file, places))) : undefined;
  return files.find(isThere) ?? inFolder ?? files[0];
}

/** By one of its files, by the folder that only it has them in, or by its program. */
export function isInstalled(connector: Connector, places: Places): boolean {
  const files = userFiles(connector, places);
  const folders = files.map((file) => folderOf(file, places)).filter((folder) => folder !== places.home);
  if ([...files, ...folders].some(isThere)) return true;
  const { program } = connector;
  const { env, cwd } = places;
  return program !== undefined && findProgram(program, { path: env["PATH"], cwd }).kind === "found";
}

function userFiles(connector: Connector, places: Places): readonly string[] {
  return connector.userFiles?.(places) ?? connector.client.userFiles(places);
}

function projectFiles(connector: Connector, places: Places): readonly string[] {
  if (connector.projectFiles !== undefined) return connector.projectFiles(places);
  return (connector.client.projectFiles ?? []).map((file) => pathsOf(places).join(places.cwd, file));
}

function folderOf(file: string, places: Places): string {
  return pathsOf(places).dirname(file);
}

function isThere(path: string): boolean {
  return presenceOf(path) === "there";
}
