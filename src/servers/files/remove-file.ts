/** Deletes one regular file, if it still has the content that the caller knows. */
import { unlink } from "node:fs/promises";
import { contentHash } from "../../util/atomic-write.ts";
import { withPlace, type PlaceRequest } from "./find-place.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { withFile } from "./open-file.ts";
import { readWhole } from "./read-bytes.ts";
import { changed } from "./replace-file.ts";

export async function removeFile({
  expectedHash,
  ...request
}: PlaceRequest & { readonly expectedHash: string }): Promise<void> {
  const path = await withPlace(request, async (place) => place.path);
  await oneAtATime(path, () =>
    withPlace(request, async (place) => {
      const hash = await withFile(place, async (file) => contentHash(await readWhole(file)));
      if (hash !== expectedHash) throw changed(place.path, "changed");
      await place.folder.check();
      await unlink(place.folder.at(place.name));
    }),
  );
}
