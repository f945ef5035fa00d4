/** Which of a client's files an edit goes to, and whether the client is on this machine at all. */
import { findProgram } from "../../util/find-program.ts";
import { pathsOf, type Places } from "../client-places.ts";
import { presenceOf } from "../presence.ts";
import type { Connector, Scope } from "./connector.ts";

/** Undefined where the client has no file of that scope, or nobody can say where it would be. */
export function chooseFile(connector: Connector, scope: Scope, places: Places): string | undefined {
  if (scope === "project") return connector.projectFile?.(places);
  const files = connector.userFiles(places);
  return files.find(isThere) ?? files.find((file) => isThere(folderOf(file, places))) ?? files[0];
}

/** By one of its files, by the folder that only it has them in, or by its program. */
export function isInstalled(connector: Connector, places: Places): boolean {
  const files = connector.userFiles(places);
  const folders = files.map((file) => folderOf(file, places)).filter((folder) => folder !== places.home);
  if ([...files, ...folders].some(isThere)) return true;
  const { program } = connector;
  const { env, cwd } = places;
  return program !== undefined && findProgram(program, { path: env["PATH"], cwd }).kind === "found";
}

function folderOf(file: string, places: Places): string {
  return pathsOf(places).dirname(file);
}

function isThere(path: string): boolean {
  return presenceOf(path) === "there";
}
