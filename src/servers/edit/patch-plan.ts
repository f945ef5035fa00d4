/**
 * All files of a patch together: each new content is computed before the first is written, and when one cannot be written the
 * ones before it are put back.
 */
import { basename, dirname, isAbsolute, join } from "node:path";
import { TackleError } from "../../errors.ts";
import { contentHash } from "../../util/atomic-write.ts";
import { changeFile } from "../files/change-file.ts";
import type { FileContext } from "../files/file-context.ts";
import { withPlace } from "../files/find-place.ts";
import { removeFile } from "../files/remove-file.ts";
import { encodeText } from "../files/text-encoding.ts";
import { applyHunks } from "./apply-hunks.ts";
import { decodeOrRefuse } from "./edit-text.ts";
import type { FilePatch } from "./read-patch.ts";

export interface PatchedFile {
  readonly path: string;
  readonly action: FilePatch["action"];
  readonly before: Buffer | undefined;
  /** Empty for a deleted file. */
  readonly after: Uint8Array;
  readonly hash: string;
  /** The permissions that it had. */
  readonly modeBefore: number | undefined;
  /** Whether the patch makes it executable or takes that away. */
  readonly isExecutable: boolean | undefined;
}

interface PatchContext extends FileContext {
  readonly session: string | undefined;
}

export async function planPatch(
  patches: readonly FilePatch[],
  { folder, ...context }: PatchContext & { readonly folder: string },
): Promise<readonly PatchedFile[]> {
  const plan: PatchedFile[] = [];
  for (const patch of patches) {
    const path = isAbsolute(patch.path) ? patch.path : join(folder, patch.path);
    if (patch.action === "created") plan.push(await planNewFile(patch, { ...context, path }));
    else {
      const change = (before: Buffer | undefined, shown: string): Uint8Array =>
        contentAfter(patch, before, shown);
      const { action, isExecutable } = patch;
      plan.push({
        ...(await changeFile({ ...context, path, isDryRun: true, change })),
        action,
        isExecutable,
      });
    }
  }
  return plan;
}

/** Its folders may be missing, too; that they would be inside the roots is seen all the same. */
async function planNewFile(
  { hunks, isExecutable }: FilePatch,
  { roots, path }: PatchContext & { path: string },
): Promise<PatchedFile> {
  const there = await pathToBe(path, roots);
  if (there.isFound) throw misfit(there.path, "exists already");
  const after = Buffer.from(applyHunks("", hunks, there.path), "utf8");
  const nothing = { before: undefined, modeBefore: undefined };
  return { ...nothing, path: there.path, action: "created", after, hash: contentHash(after), isExecutable };
}

/** Without links, as the other paths are, although its folders may still be missing. */
async function pathToBe(
  path: string,
  roots: PatchContext["roots"],
): Promise<{ path: string; isFound: boolean }> {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      const there = await withPlace({ roots, path: at }, async (place) => place);
      return {
        path: join(there.path, ...missing),
        isFound: there.found !== undefined && missing.length === 0,
      };
    } catch (error) {
      const isMissing = error instanceof TackleError && error.code === "not-found";
      if (!isMissing || dirname(at) === at) throw error;
      missing.unshift(basename(at));
    }
  }
}

function contentAfter({ action, hunks }: FilePatch, before: Buffer | undefined, path: string): Uint8Array {
  if (before === undefined) throw misfit(path, "does not exist");
  const decoded = decodeOrRefuse(before, path);
  const text = applyHunks(decoded.text, hunks, path);
  if (action === "changed") return encodeText({ ...decoded, text });
  if (text !== "") throw misfit(path, "has more lines than the patch deletes");
  return Buffer.alloc(0);
}

export async function writePlan(plan: readonly PatchedFile[], context: PatchContext): Promise<void> {
  const written: PatchedFile[] = [];
  try {
    for (const file of plan) {
      await writeOne(file, context);
      written.push(file);
    }
  } catch (error) {
    for (const file of written.toReversed()) await putBack(file, context);
    throw error;
  }
}

async function writeOne(file: PatchedFile, context: PatchContext): Promise<void> {
  const { path, action, before, after, isExecutable } = file;
  if (action === "deleted") {
    await removeFile({ ...context, path, expectedHash: contentHash(before ?? "") });
    context.memory.forget(path);
    return;
  }
  const expectedHash = before === undefined ? undefined : contentHash(before);
  const change = (now: Buffer | undefined): Uint8Array => {
    if (now !== undefined && before === undefined) throw misfit(path, "exists by now");
    return after;
  };
  const modeOf = isExecutable === undefined ? undefined : (mode: number) => withExecution(mode, isExecutable);
  await changeFile({ ...context, path, expectedHash, change, modeOf, createsFolders: action === "created" });
}

/** As far as that is possible: what somebody else has changed since is left alone. */
async function putBack(file: PatchedFile, context: PatchContext): Promise<void> {
  const { path, action, before, hash, modeBefore } = file;
  const modeOf = (mode: number): number => modeBefore ?? mode;
  try {
    if (before === undefined) await removeFile({ ...context, path, expectedHash: hash });
    else if (action === "deleted")
      await changeFile({ ...context, path, modeOf, change: (now) => now ?? before });
    else await changeFile({ ...context, path, expectedHash: hash, modeOf, change: () => before });
  } catch {
    // The first failure is the one to tell; it names the file that could not be written.
  }
}

/** As git does it: whoever may read it may run it. */
export function withExecution(mode: number, isExecutable: boolean): number {
  return isExecutable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

function misfit(path: string, why: string): TackleError {
  const hint = "Look at what is there, and make the patch for that.";
  return new TackleError({ code: "conflict", message: `${path} ${why}; nothing was changed`, hint });
}
