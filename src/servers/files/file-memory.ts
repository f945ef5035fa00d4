/**
 * Remembers which content of a file each session has seen last, so that a change is refused where somebody else has changed
 * the file since. Shared by the servers that read files and those that edit them.
 */
import { ANYONE } from "../../util/anyone.ts";

export interface FileMemory {
  /** Whether it remembers anything for the session: not for those who share one, as nobody knows who of them has read what. */
  keeps(session: string | undefined): boolean;
  /** What the session read or wrote: the hash of the content; undefined when it never saw the file. */
  recall(session: string | undefined, path: string): string | undefined;
  remember(session: string | undefined, path: string, hash: string): void;
  forget(path: string): void;
}

/** The oldest are forgotten first: a change of theirs is then not checked, as if they had not been read. */
const MAX_REMEMBERED = 10_000;

export function createFileMemory(): FileMemory {
  const seen = new Map<string, { readonly path: string; readonly hash: string }>();
  const keyOf = (session: string | undefined, path: string): string => `${session ?? ""}\n${path}`;
  const keeps = (session: string | undefined): boolean => session !== ANYONE;
  return {
    keeps,
    recall: (session, path) => seen.get(keyOf(session, path))?.hash,
    remember(session, path, hash) {
      if (!keeps(session)) return;
      const key = keyOf(session, path);
      seen.delete(key); // to the end: the order is that of use
      seen.set(key, { path, hash });
      const [oldest] = seen.keys();
      if (seen.size > MAX_REMEMBERED && oldest !== undefined) seen.delete(oldest);
    },
    forget(path) {
      for (const [key, entry] of seen) if (entry.path === path) seen.delete(key);
    },
  };
}
