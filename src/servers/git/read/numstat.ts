/** `git diff --numstat -z` → which files changed, and by how many lines. */

export interface FileChange {
  readonly path: string;
  readonly original_path?: string;
  /** Null for a binary file. */
  readonly added: number | null;
  readonly deleted: number | null;
}

export function parseNumstat(stdout: string): FileChange[] {
  const parts = stdout.split("\0");
  const changes: FileChange[] = [];
  for (let index = 0; index < parts.length; index++) {
    // "added TAB deleted TAB path"; a rename leaves the path empty, and two paths follow.
    const [, added, deleted, path = ""] = /^(-|\d+)\t(-|\d+)\t(.*)$/s.exec(parts[index] ?? "") ?? [];
    if (added === undefined || deleted === undefined) continue;
    const counts = { added: countOf(added), deleted: countOf(deleted) };
    if (path !== "") {
      changes.push({ path, ...counts });
      continue;
    }
    const [original_path = "", newPath = ""] = parts.slice(index + 1, index + 3);
    index += 2;
    changes.push({ path: newPath, original_path, ...counts });
  }
  return changes;
}

function countOf(text: string): number | null {
  return text === "-" ? null : Number(text);
}
