/**
 * A configuration file's text, within limits. Untrusted: it may be huge, binary, a pipe or half-written, and must then
 * end in a sentence, not in a hang.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { messageOf, systemCodeOf } from "../errors.ts";
import { ConfigSyntaxError } from "./formats/format.ts";
import { FILE_START } from "./formats/position.ts";
import { presenceOf } from "./presence.ts";

const MAX_CONFIG_BYTES = 4 * 1024 * 1024;

/** Throws `ConfigSyntaxError` for every file that is no text of reasonable size. */
export function readConfigText(path: string, maxBytes = MAX_CONFIG_BYTES): string {
  return decode(readBytes(path, maxBytes));
}

/** The text of bytes without their byte order mark. */
export function decode(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new ConfigSyntaxError("The file is UTF-16; save it as UTF-8", FILE_START);
  }
  const nul = bytes.indexOf(0);
  if (nul !== -1) throw new ConfigSyntaxError("The file is binary, not text", FILE_START);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes); // drops the mark by itself
  } catch (error) {
    throw new ConfigSyntaxError(`The file is not valid UTF-8 (${messageOf(error)})`, FILE_START);
  }
}

/** The bytes of a file of reasonable size. */
export function readBytes(path: string, maxBytes = MAX_CONFIG_BYTES): Buffer {
  let descriptor: number | undefined;
  try {
    // Without O_NONBLOCK a pipe in a file's place would hang here.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new ConfigSyntaxError("It is not a regular file", FILE_START);
    if (stat.size > maxBytes) {
      throw new ConfigSyntaxError(`The file has ${stat.size} bytes; the limit is ${maxBytes}`, FILE_START);
    }
    return readAtMost(descriptor, maxBytes);
  } catch (error) {
    if (error instanceof ConfigSyntaxError) throw error;
    throw unreadable(path, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** A file of the operating system's own may claim to be empty and never end. */
function readAtMost(descriptor: number, maxBytes: number): Buffer {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const length = readSync(descriptor, chunk);
    if (length === 0) return Buffer.concat(chunks);
    total += length;
    if (total > maxBytes) throw new ConfigSyntaxError(`The file has more than ${maxBytes} bytes`, FILE_START);
    chunks.push(chunk.subarray(0, length));
  }
}

function unreadable(path: string, error: unknown): ConfigSyntaxError {
  switch (systemCodeOf(error)) {
    case "ENOENT":
    case "ENOTDIR":
      return new ConfigSyntaxError("The file does not exist", FILE_START, "Check its path.");
    case "EACCES":
    case "EPERM": {
      const isClosed = presenceOf(path) === "closed";
      const why = isClosed ? ": a folder on the way to it may not be entered" : "";
      const message = `The file may not be read by this user${why}`;
      return new ConfigSyntaxError(message, FILE_START, "Change the permissions, or who runs this.");
    }
    case "EISDIR":
      return new ConfigSyntaxError("It is a folder, not a file", FILE_START, "Name a file in it.");
    default:
      return new ConfigSyntaxError(`The file cannot be read (${messageOf(error)})`, FILE_START);
  }
}
