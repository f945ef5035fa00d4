/** Tells when a folder's scripts are others. The system's own notice is a hint; looking now and then makes sure. */
import { watch, type FSWatcher } from "node:fs";
import { folderSignature } from "./script-folder.ts";

const LOOK_MS = 1000;
/** An editor may write a file in several steps. */
const SETTLE_MS = 50;

/** Returns the function that ends the watching. Keeps no process alive. */
export function watchScripts(folder: string, onChange: () => void): () => void {
  let known = folderSignature(folder);
  let settling: NodeJS.Timeout | undefined;
  const look = (): void => {
    settling = undefined;
    const current = folderSignature(folder);
    if (current === known) return;
    known = current;
    onChange();
  };
  const hint = (): void => {
    settling ??= setTimeout(look, SETTLE_MS).unref();
  };
  const watcher = watchFolder(folder, hint);
  const timer = setInterval(look, LOOK_MS).unref();
  return () => {
    watcher?.close();
    clearInterval(timer);
    clearTimeout(settling);
  };
}

function watchFolder(folder: string, onHint: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, onHint);
    return watcher.on("error", () => watcher.close()); // the folder went away; looking goes on
  } catch {
    return undefined; // it does not exist yet, or the system has no watches left
  }
}
