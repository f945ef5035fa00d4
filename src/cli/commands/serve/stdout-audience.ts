/**
 * Whether the client that started us still reads our stdout. A client's pipes are of either of two kinds: sockets, which say
 * when their other end is closed, and plain pipes, which say it only to who writes.
 */
import { fstatSync } from "node:fs";
import type { Audience } from "../../../gateway/stdio/last-answers.ts";
import { pipeReaderOf } from "../../../util/processes/pipe-reader.ts";

const FD = 1;

/** For the time after stdin has ended; until then a client that is gone is noticed there. */
export function stdoutAudience(stdout: NodeJS.WriteStream): Audience {
  const parent = process.ppid;
  let audience: Audience | undefined;
  return () => {
    audience ??= choose(stdout, () => process.ppid !== parent);
    return audience();
  };
}

function choose(stdout: NodeJS.WriteStream, isOrphan: () => boolean): Audience {
  if (kindOf(FD) === "file") return () => "there";
  const isClosed = closingOf(stdout);
  if (isClosed !== undefined) return () => (isClosed() ? "gone" : "there");
  const hasReader = pipeReaderOf(FD);
  if (hasReader === undefined) return () => (isOrphan() ? "gone" : "there");
  return () => {
    if (hasReader()) return "there";
    // Who reads may be out of our sight, as outside of a container.
    return isOrphan() ? "gone" : "unknown";
  };
}

function kindOf(fd: number): "file" | "pipe" {
  const stats = fstatSync(fd);
  return stats.isFIFO() || stats.isSocket() ? "pipe" : "file";
}

interface ReadableHandle {
  onread: unknown;
  readStart(): number;
  readStop(): number;
  unref(): void;
}

/**
 * A socket is read from, which Node does not do with stdout: all that can come is its end. Undefined where the handle does
 * not read, as with a plain pipe.
 */
function closingOf(stdout: NodeJS.WriteStream): (() => boolean) | undefined {
  const handle: unknown = "_handle" in stdout ? stdout._handle : undefined;
  if (!isReadable(handle)) return undefined;
  let isClosed = false;
  handle.onread = () => {
    isClosed = true;
    handle.readStop();
  };
  handle.unref();
  return handle.readStart() === 0 ? () => isClosed : undefined;
}

function isReadable(handle: unknown): handle is ReadableHandle {
  return typeof handle === "object" && handle !== null && "readStart" in handle && "readStop" in handle;
}
