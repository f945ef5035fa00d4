/**
 * What a failure of the database means for us. Everything above asks for the kind; nobody else looks at result codes
 * (sqlite.org/rescode.html).
 */
import { messageOf, systemCodeOf, TackleError } from "../../errors.ts";

/**
 * - corrupt: the file is damaged or not ours; a new one helps
 * - busy: another process has the lock; waiting helps
 * - storage: the disk is full, read-only or failing; neither helps
 * - defect: our own mistake, or a value that cannot be stored
 */
export type FailureKind = "corrupt" | "busy" | "storage" | "defect";

/** The file cannot be used for a reason that we found ourselves. */
export class UnusableFile extends Error {
  override readonly name = "UnusableFile";
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

const KINDS: ReadonlyMap<number, FailureKind> = new Map([
  [3, "storage"], // PERM
  [5, "busy"], // BUSY
  [6, "busy"], // LOCKED
  [7, "storage"], // NOMEM
  [8, "storage"], // READONLY
  [10, "storage"], // IOERR
  [11, "corrupt"], // CORRUPT
  [13, "storage"], // FULL
  [14, "storage"], // CANTOPEN
  [15, "busy"], // PROTOCOL: too many processes opened the file in the same moment
  [22, "storage"], // NOLFS
  [26, "corrupt"], // NOTADB
]);

/** IOERR_SHORT_READ and IOERR_CORRUPTFS: pages are missing, which no retry brings back. */
const CORRUPT_EXTENDED: ReadonlySet<number> = new Set([10 | (2 << 8), 10 | (33 << 8)]);

export function failureKindOf(error: unknown): FailureKind {
  if (error instanceof UnusableFile) return error.kind;
  const code = resultCodeOf(error);
  if (code !== undefined)
    return CORRUPT_EXTENDED.has(code) ? "corrupt" : (KINDS.get(code & 0xff) ?? "defect");
  // Opening also makes folders and files by the file system's own calls; those fail with EACCES, ENOSPC, EMFILE …
  return systemCodeOf(error)?.startsWith("E") === true && isSystemError(error) ? "storage" : "defect";
}

export function explainFailure(path: string, error: unknown): TackleError {
  if (error instanceof TackleError) return error;
  const message = `The database ${path} failed: ${messageOf(error)}`;
  switch (failureKindOf(error)) {
    case "corrupt":
      return new TackleError({
        code: "internal",
        message,
        hint: "Move the file away; a new one is begun.",
        cause: error,
      });
    case "busy":
      return new TackleError({
        code: "busy",
        message,
        hint: `Another process holds it; 'fuser ${path}' shows which.`,
        cause: error,
      });
    case "storage":
      return new TackleError({
        code: "permission",
        message,
        hint: "See that its folder is writable for this user and that the disk has space.",
        cause: error,
      });
    case "defect":
      return new TackleError({ code: "internal", message, cause: error });
  }
}

function resultCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  return typeof error.errcode === "number" ? error.errcode : undefined;
}

/** Node's own argument errors have codes that begin with E too (`ERR_INVALID_ARG_TYPE`). */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
