/** `git status --porcelain=v2 --branch -z` → data (git-status(1), "Porcelain Format Version 2"). */

export interface StatusEntry {
  readonly path: string;
  /** Where a renamed or copied file came from. */
  readonly original_path?: string;
  readonly kind: "changed" | "renamed" | "unmerged" | "untracked";
  /** What is staged: `.` nothing, M modified, A added, D deleted, R renamed, C copied, T type, U unmerged. */
  readonly staged: string;
  /** What is changed in the files but not staged. */
  readonly unstaged: string;
}

export interface Status {
  /** Null when HEAD is detached. */
  readonly branch: string | null;
  /** Null before the first commit. */
  readonly commit: string | null;
  readonly upstream: string | null;
  readonly ahead: number;
  readonly behind: number;
  readonly entries: readonly StatusEntry[];
}

export function parseStatus(stdout: string): Status {
  const status = { branch: null, commit: null, upstream: null, ahead: 0, behind: 0 } as Mutable<
    Omit<Status, "entries">
  >;
  const entries: StatusEntry[] = [];
  const lines = stdout.split("\0");
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.startsWith("# ")) readHeader(status, line);
    else if (line.startsWith("1 "))
      entries.push({ ...readStates(line, "changed"), path: fieldsAfter(line, 8) });
    else if (line.startsWith("u "))
      entries.push({ ...readStates(line, "unmerged"), path: fieldsAfter(line, 10) });
    else if (line.startsWith("? "))
      entries.push({ path: line.slice(2), kind: "untracked", staged: ".", unstaged: "?" });
    else if (line.startsWith("2 ")) {
      index += 1;
      const original_path = lines[index] ?? "";
      entries.push({ ...readStates(line, "renamed"), path: fieldsAfter(line, 9), original_path });
    }
  }
  return { ...status, entries };
}

type Mutable<Data> = { -readonly [Key in keyof Data]: Data[Key] };

function readHeader(status: Mutable<Omit<Status, "entries">>, line: string): void {
  const [, name, value = "", second = ""] = line.split(" ");
  if (name === "branch.oid" && value !== "(initial)") status.commit = value;
  if (name === "branch.head" && value !== "(detached)") status.branch = value;
  if (name === "branch.upstream") status.upstream = value;
  if (name === "branch.ab") {
    status.ahead = Math.abs(Number(value));
    status.behind = Math.abs(Number(second));
  }
}

function readStates(line: string, kind: StatusEntry["kind"]): Omit<StatusEntry, "path"> {
  return { kind, staged: line.charAt(2), unstaged: line.charAt(3) };
}

/** The rest of a line after so many fields: a path may have spaces. */
function fieldsAfter(line: string, count: number): string {
  return line.split(" ").slice(count).join(" ");
}
