/** Holds a folder and reads the names in it, in an order that does not depend on the file system. */
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { TackleError } from "../../errors.ts";
import { kindOf } from "./file-kind.ts";
import { withPlace, type PlaceRequest } from "./find-place.ts";
import type { OpenFolder } from "./open-folder.ts";

export function withFolder<Result>(
  request: PlaceRequest,
  use: (folder: OpenFolder, children: readonly Dirent[]) => Promise<Result>,
): Promise<Result> {
  return withPlace(request, async ({ folder, name, found, path }) => {
    if (found === undefined)
      throw new TackleError({ code: "not-found", message: `There is no folder ${path}` });
    if (!found.isDirectory())
      throw new TackleError({ code: "usage", message: `${path} is a ${kindOf(found)}, not a folder` });
    if (name === ".") return use(folder, await childrenOf(folder));
    const own = await folder.enter(name);
    try {
      return await use(own, await childrenOf(own));
    } finally {
      await own.close();
    }
  });
}

export async function childrenOf(folder: OpenFolder): Promise<Dirent[]> {
  const children = await readdir(folder.at("."), { withFileTypes: true });
  await folder.check();
  return children.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
