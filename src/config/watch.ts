/**
 * Hot reload (A8): notices that a configuration file, or a `.env` beside it, changed, reads everything again and tells
 * what is different. A file that does not parse keeps the running configuration and is reported.
 */
import { statSync, watch, type FSWatcher } from "node:fs";
import { dirname } from "node:path";
import type { Problem } from "../types.ts";
import type { Config } from "./config.ts";
import { differenceBetween, type ConfigDifference } from "./difference.ts";
import { loadConfig, type LoadOptions } from "./load-config.ts";

export interface WatchOptions extends LoadOptions {
  readonly current: Config;
  onChange(config: Config, difference: ConfigDifference): void;
  /** The new text was not taken over; the old configuration goes on. */
  onRefused(failures: readonly Problem[]): void;
  /** How often files are looked at, besides the operating system's own notice, which network folders do not give. */
  readonly pollMs?: number;
  /** How long a burst of writes is waited out. */
  readonly settleMs?: number;
}

export interface ConfigWatcher {
  close(): void;
}

export function watchConfig(options: WatchOptions): ConfigWatcher {
  const { pollMs = 1000, settleMs = 50 } = options;
  let current = options.current;
  let signature = signatureOf(current.files);
  let isClosed = false;
  let settling: NodeJS.Timeout | undefined;
  let folderWatchers: FSWatcher[] = [];

  const look = (): void => {
    if (isClosed || settling !== undefined || signatureOf(current.files) === signature) return;
    settling = setTimeout(() => void reload(), settleMs);
  };

  const reload = async (): Promise<void> => {
    const seen = signatureOf(current.files);
    const next = await loadConfig(options);
    settling = undefined;
    if (isClosed) return;
    signature = seen;
    const failures = next.sources.flatMap((source) => source.failure ?? []);
    if (failures.length > 0) options.onRefused(failures);
    else apply(next);
    look(); // what was written while we read
  };

  const apply = (next: Config): void => {
    const difference = differenceBetween(current, next);
    const hasNewFiles = next.files.join("\0") !== current.files.join("\0");
    current = next;
    if (hasNewFiles) {
      signature = signatureOf(next.files);
      watchFolders();
    }
    if (Object.values(difference).some((names) => names.length > 0)) options.onChange(next, difference);
  };

  const watchFolders = (): void => {
    for (const watcher of folderWatchers) watcher.close();
    const folders = [...new Set(current.files.map((file) => dirname(file)))];
    folderWatchers = folders.flatMap((folder) => watchFolder(folder, look));
  };

  watchFolders();
  const poll = setInterval(look, pollMs);
  poll.unref();
  return {
    close() {
      isClosed = true;
      clearInterval(poll);
      clearTimeout(settling);
      for (const watcher of folderWatchers) watcher.close();
    },
  };
}

/** A folder is watched, not the file: editors replace files, and a watch on the old one would go blind. */
function watchFolder(folder: string, onEvent: () => void): FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, onEvent);
    watcher.on("error", () => watcher.close()); // the folder went away; polling goes on
    return [watcher];
  } catch {
    return []; // it does not exist yet, or the system has no watches left; polling sees it
  }
}

function signatureOf(files: readonly string[]): string {
  return files.map(fileSignature).join("|");
}

function fileSignature(file: string): string {
  try {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? "none" : `${stat.ino}.${stat.size}.${stat.mtimeNs}`;
  } catch {
    return "unreadable"; // a folder on the way is closed to us; that can change, too
  }
}
