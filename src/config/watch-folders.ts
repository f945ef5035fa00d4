/**
 * The operating system's notice that one of some files may have changed. A folder is watched, not the file: editors
 * replace files, and a watch on the old one would go blind. A hint only: whoever needs certainty polls as well.
 */
import { watch, type FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";

export interface FolderWatches {
  /** Watches the folders of these files, and no longer those from before. */
  watch(files: Iterable<string>): void;
  close(): void;
}

export function watchFolders(onHint: () => void): FolderWatches {
  let watchers: FSWatcher[] = [];
  const close = (): void => {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };
  return {
    close,
    watch(files) {
      close();
      const names = Map.groupBy(files, (file) => dirname(file));
      watchers = [...names].flatMap(([folder, own]) => watchFolder(folder, namesOf(own), onHint));
    },
  };
}

function namesOf(files: readonly string[]): ReadonlySet<string> {
  return new Set(files.map((file) => basename(file)));
}

function watchFolder(folder: string, names: ReadonlySet<string>, onHint: () => void): FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      // Folders such as the home or the temporary one are busy with files that are none of ours.
      if (name === null || names.has(name)) onHint();
    });
    watcher.on("error", () => watcher.close()); // the folder went away; polling goes on
    return [watcher];
  } catch {
    return []; // it does not exist yet, or the system has no watches left; polling sees it
  }
}
