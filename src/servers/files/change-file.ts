/**
 * The one way in which a file's content is changed: read, compared with what the caller has seen, computed anew, and replaced
 * only if nobody else has touched it in between. Of two changes at once one wins, and the other is told.
 */
import { contentHash } from "../../util/atomic-write.ts";
import type { FileMemory } from "./file-memory.ts";
import { withPlace, type Place, type PlaceRequest } from "./find-place.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { withFile } from "./open-file.ts";
import { MAX_WHOLE_BYTES, readWhole } from "./read-bytes.ts";
import { changed, PERMISSIONS, replaceFile, type ModeOf } from "./replace-file.ts";

export interface ChangeRequest extends PlaceRequest {
  readonly memory: FileMemory;
  readonly session: string | undefined;
  /** The hash of the content that the change was made for; without it the one that the session read last. */
  readonly expectedHash?: string | undefined;
  /** The old content does not matter to the change: a file that is too large to be read may be replaced, too. */
  readonly isWhole?: boolean;
  /** Computes everything and writes nothing. */
  readonly isDryRun?: boolean;
  /** Gives the file other permissions than it would have. */
  readonly modeOf?: ModeOf | undefined;
  /** The new content; `before` is undefined where there is no file. Throws to leave all as it is. */
  readonly change: (before: Buffer | undefined, path: string) => Uint8Array;
}

export interface ChangedFile {
  /** Without links. */
  readonly path: string;
  readonly isNew: boolean;
  /** The permissions that it had. */
  readonly modeBefore: number | undefined;
  readonly before: Buffer | undefined;
  readonly after: Uint8Array;
  readonly hash: string;
  /** The content may have been another than the caller knows: it named no hash, and nothing is remembered of it. */
  readonly isUnchecked: boolean;
}

/** For the text of a result. */
export const UNCHECKED =
  "[Changes by others were not looked for: what this connection reads is not remembered, and only expected_hash protects.]";

export async function changeFile(request: ChangeRequest): Promise<ChangedFile> {
  const { createsFolders = false, isDryRun = false, ...rest } = request;
  // A first look for the name under which others may work on the same file.
  const path = await withPlace(
    { ...rest, createsFolders: createsFolders && !isDryRun },
    async (place) => place.path,
  );
  return oneAtATime(path, () => withPlace(rest, (place) => changeAt(place, request)));
}

async function changeAt(place: Place, request: ChangeRequest): Promise<ChangedFile> {
  const { memory, session, isDryRun = false, isWhole = false, modeOf, change } = request;
  const { path, found } = place;
  const expected = request.expectedHash?.toLowerCase() ?? memory.recall(session, path);
  // Whoever has seen a content has seen one that can be read.
  const isUnread = isWhole && found !== undefined && found.size > MAX_WHOLE_BYTES && expected === undefined;
  const before = found === undefined || isUnread ? undefined : await withFile(place, readWhole);
  const hashBefore = before === undefined ? null : contentHash(before);
  if (expected !== undefined && expected !== hashBefore)
    throw changed(path, hashBefore === null ? "removed" : "changed");
  const after = change(before, path);
  const hash = contentHash(after);
  const modeBefore = found && found.mode & PERMISSIONS;
  const isOtherMode = modeBefore !== undefined && modeOf !== undefined && modeOf(modeBefore) !== modeBefore;
  if (!isDryRun) {
    if (hash !== hashBefore || isOtherMode)
      await replaceFile(place, { bytes: after, expectedHash: isUnread ? undefined : hashBefore, modeOf });
    memory.remember(session, path, hash);
  }
  const isUnchecked = found !== undefined && expected === undefined && !memory.keeps(session);
  return { path, isNew: found === undefined, modeBefore, before, after, hash, isUnchecked };
}
