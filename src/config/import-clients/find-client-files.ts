/** Which files of which clients are there: the user's, and those of the project that the working directory is in. */
import { realpathSync } from "node:fs";
import { presenceOf } from "../presence.ts";
import type { Client } from "./client.ts";
import { pathsOf, type Places } from "./places.ts";

export interface ClientFile {
  readonly client: Client;
  readonly file: string;
  /** The folder of the project that the file came with; undefined for a file of the user's own. */
  readonly project: string | undefined;
}

/** Further up nobody has a project. */
const MAX_FOLDERS = 64;

/** Each file once, under the first client that it belongs to. */
export function findClientFiles(clients: readonly Client[], places: Places): readonly ClientFile[] {
  const seen = new Set<string>();
  const folders = projectFolders(places);
  const paths = pathsOf(places);
  return clients
    .flatMap((client): ClientFile[] => {
      const own = client.userFiles(places).map((file) => ({ client, file, project: undefined }));
      const shared = (client.projectFiles ?? []).flatMap((path) => {
        const project = folders.find((folder) => presenceOf(paths.join(folder, path)) === "there");
        return project === undefined
          ? []
          : [{ client, file: paths.join(project, ...path.split("/")), project }];
      });
      return [...shared, ...own];
    })
    .filter(({ file }) => {
      if (presenceOf(file) !== "there") return false;
      const real = realPath(file);
      return !seen.has(real) && seen.add(real) !== undefined;
    });
}

/** The working directory and the folders above it, but not the home folder: what stands there is the user's own. */
function projectFolders(places: Places): readonly string[] {
  const paths = pathsOf(places);
  const folders: string[] = [];
  for (let folder = paths.resolve(places.cwd); folders.length < MAX_FOLDERS; folder = paths.dirname(folder)) {
    if (folder === places.home) break;
    folders.push(folder);
    if (paths.dirname(folder) === folder) break;
  }
  return folders;
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file; // reading it will say why
  }
}
