/**
 * Hot reload: notices that a configuration file, or a `.env` beside it, changed, reads everything again and tells
 * what is different. A file that does not parse keeps the running configuration and is reported. Nothing that goes wrong
 * on the way, in reading or in whoever listens, may end the watching.
 */
import type { Problem } from "../types.ts";
import { messageOf } from "../errors.ts";
import type { Config, LoadedSource } from "./config.ts";
import { differenceBetween, isDifferent, type ConfigDifference } from "./difference.ts";
import { loadConfig, type LoadOptions } from "./load-config.ts";
import { hasChanged } from "./seen-files.ts";
import { watchFolders } from "./watch-folders.ts";

export interface WatchOptions extends LoadOptions {
  readonly current: Config;
  onChange(config: Config, difference: ConfigDifference): void;
  /** The new text was not taken over; the old configuration goes on. */
  onRefused(failures: readonly Problem[]): void;
  /** A listener threw, or reading did; the latter is tried again, and the same error is told once. */
  onError?(error: unknown): void;
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
  // Not always those of `current`: a text that was refused has been seen all the same.
  let { files } = current;
  let isClosed = false;
  let settling: NodeJS.Timeout | undefined;
  let lastError: string | undefined;

  const look = (): void => {
    if (isClosed || settling !== undefined || !hasChanged(files)) return;
    settling = setTimeout(() => void reload(), settleMs);
  };

  const reload = async (): Promise<void> => {
    const next = await load();
    settling = undefined;
    if (isClosed || next === undefined) return; // the next poll tries again
    files = next.files;
    folders.watch(files.keys());
    const refused = next.sources.flatMap((source) => refusal(source, current) ?? []);
    if (refused.length > 0) tell(() => options.onRefused(refused));
    else take(next);
    look(); // what was written while we read
  };

  const load = async (): Promise<Config | undefined> => {
    try {
      const next = await loadConfig(options);
      lastError = undefined;
      return next;
    } catch (error) {
      if (messageOf(error) !== lastError) tell(() => options.onError?.(error));
      lastError = messageOf(error);
      return undefined;
    }
  };

  const take = (next: Config): void => {
    const difference = differenceBetween(current, next);
    current = next;
    if (isDifferent(difference)) tell(() => options.onChange(next, difference));
  };

  const tell = (listener: () => void): void => {
    try {
      listener();
    } catch (error) {
      try {
        options.onError?.(error);
      } catch {
        // Whoever should hear of errors fails as well; there is nobody left to tell.
      }
    }
  };

  const folders = watchFolders(look);
  folders.watch(files.keys());
  const poll = setInterval(look, pollMs);
  poll.unref();
  look(); // what was written between the reading of `current` and now
  return {
    close() {
      isClosed = true;
      clearInterval(poll);
      clearTimeout(settling);
      folders.close();
    },
  };
}

/** Why this source may not replace what runs. Many programs empty a file before they write it: that is no wish for no servers. */
function refusal(source: LoadedSource, current: Config): Problem | undefined {
  const before = current.sources.find(({ file }) => file === source.file);
  const hadServers = before !== undefined && before.serverNames.length > 0;
  return source.failure ?? (hadServers ? source.emptiness : undefined);
}
