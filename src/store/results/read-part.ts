/** Reads a part of a kept result without reading the rest. */
import { type FileHandle, open } from "node:fs/promises";
import { messageOf, systemCodeOf, TackleError } from "../../errors.ts";

export interface ResultPart {
  readonly id: string;
  readonly mime: string;
  readonly bytes: Buffer;
  /** The same as text; undefined for binary content. */
  readonly text: string | undefined;
  readonly offset: number;
  /** Where the next part begins; undefined at the end. */
  readonly nextOffset: number | undefined;
  /** How many bytes are kept, and how many there were. */
  readonly totalBytes: number;
  readonly wholeBytes: number;
}

interface PartRequest {
  readonly id: string;
  readonly path: string;
  readonly offset?: number;
  readonly length?: number;
}

interface Header {
  readonly mime: string;
  readonly isText: boolean;
  readonly wholeBytes: number;
  /** Where the content begins. */
  readonly end: number;
}

const DEFAULT_LENGTH = 64 * 1024;
const MAX_LENGTH = 32 * 1024 * 1024;
const MAX_HEADER = 4 * 1024;

export async function readResultFile(request: PartRequest): Promise<ResultPart> {
  const { id, path, offset = 0, length = DEFAULT_LENGTH } = request;
  checkRange(id, offset, length);
  const file = await openResult(id, path);
  try {
    const header = parseHeader(await readBytes(file, 0, MAX_HEADER));
    if (header === undefined) throw damaged(id, path);
    const totalBytes = (await file.stat()).size - header.end;
    const start = Math.min(offset, totalBytes);
    const read = await readBytes(file, header.end + start, Math.min(length, MAX_LENGTH, totalBytes - start));
    const isEnd = start + read.length >= totalBytes;
    const bytes = header.isText && !isEnd ? wholeCharacters(read) : read;
    const next = start + bytes.length;
    return {
      id,
      mime: header.mime,
      bytes,
      text: header.isText ? bytes.toString("utf8") : undefined,
      offset: start,
      nextOffset: next < totalBytes ? next : undefined,
      totalBytes,
      wholeBytes: header.wholeBytes,
    };
  } finally {
    await file.close();
  }
}

/** Without a character that was cut at the end; a part that is smaller than one character is left as it is. */
function wholeCharacters(bytes: Buffer): Buffer {
  let start = bytes.length - 1;
  while (start > 0 && bytes.length - start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const lead = bytes[start] ?? 0;
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return start > 0 && start + needed > bytes.length ? bytes.subarray(0, start) : bytes;
}

async function openResult(id: string, path: string): Promise<FileHandle> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (systemCodeOf(error) !== "ENOENT") {
      throw new TackleError({
        code: "permission",
        message: `The result ${id} cannot be read: ${messageOf(error)}`,
        hint: `Change the permissions of ${path} so that this user can read it.`,
        cause: error,
      });
    }
    throw new TackleError({
      code: "not-found",
      message: `There is no result ${id}.`,
      hint: "Whole results are kept for 7 days, the largest in all less long; call the tool again.",
      cause: error,
    });
  }
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function parseHeader(bytes: Buffer): Header | undefined {
  const end = bytes.indexOf("\n");
  if (end === -1) return undefined;
  try {
    const header: unknown = JSON.parse(bytes.toString("utf8", 0, end));
    return isHeader(header) ? { ...header, end: end + 1 } : undefined;
  } catch {
    return undefined; // reported as damaged, with the file's name
  }
}

function isHeader(value: unknown): value is Omit<Header, "end"> {
  if (typeof value !== "object" || value === null) return false;
  return (
    "mime" in value &&
    typeof value.mime === "string" &&
    "isText" in value &&
    typeof value.isText === "boolean" &&
    "wholeBytes" in value &&
    typeof value.wholeBytes === "number"
  );
}

function checkRange(id: string, offset: number, length: number): void {
  if (Number.isSafeInteger(offset) && offset >= 0 && Number.isSafeInteger(length) && length > 0) return;
  throw new TackleError({
    code: "usage",
    message: `Cannot read ${length} bytes from ${offset} of the result ${id}; expected whole numbers, from 0 and at least 1.`,
  });
}

function damaged(id: string, path: string): TackleError {
  return new TackleError({
    code: "internal",
    message: `The result ${id} is damaged (${path}).`,
    hint: "Call the tool again.",
  });
}
