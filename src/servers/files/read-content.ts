/** A whole file: its bytes, and the hash by which a later change knows whether it is still the same. */
import { contentHash } from "../../util/atomic-write.ts";
import { withPlace, type PlaceRequest } from "./find-place.ts";
import { withFile } from "./open-file.ts";
import { readWhole } from "./read-bytes.ts";

export interface FileContent {
  /** Without links. */
  readonly path: string;
  readonly bytes: Buffer;
  readonly hash: string;
}

export function readContent(request: PlaceRequest): Promise<FileContent> {
  return withPlace(request, (place) =>
    withFile(place, async (file) => {
      const bytes = await readWhole(file);
      return { path: file.path, bytes, hash: contentHash(bytes) };
    }),
  );
}
