/**
 * A configuration file's text, within limits. Untrusted: it may be huge, binary, a pipe or half-written, and must then
 * end in a sentence, not in a hang.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { messageOf, systemCodeOf } from "../errors.ts";
import { ConfigSyntaxError } from "./formats/format.ts";
import type { Position } from "./formats/node.ts";

export const MAX_CONFIG_BYTES = 4 * 1024 * 1024;

const START: Position = { line: 1, column: 1, offset: 0 };

/** Throws `ConfigSyntaxError` for every file that is no text of reasonable size. */
export function readConfigText(path: string, maxBytes = MAX_CONFIG_BYTES): string {
  return decode(readBytes(path, maxBytes));
}

/** The text of bytes without their byte order mark. */
export function decode(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new ConfigSyntaxError("The file is UTF-16; save it as UTF-8", START);
  }
  const nul = bytes.indexOf(0);
  if (nul !== -1) throw new ConfigSyntaxError("The file is binary, not text", START);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes); // drops the mark by itself
  } catch (error) {
    throw new ConfigSyntaxError(`The file is not valid UTF-8 (${messageOf(error)})`, START);
  }
}

function readBytes(path: string, maxBytes: number): Buffer {
  let descriptor: number | undefined;
  try {
    // Without O_NONBLOCK a pipe in a file's place would hang here.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new ConfigSyntaxError("It is not a regular file", START);
    if (stat.size > maxBytes) {
      throw new ConfigSyntaxError(`The file has ${stat.size} bytes; the limit is ${maxBytes}`, START);
    }
    return readFileSync(descriptor);
  } catch (error) {
    if (error instanceof ConfigSyntaxError) throw error;
    throw new ConfigSyntaxError(reason(error), START);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function reason(error: unknown): string {
  switch (systemCodeOf(error)) {
    case "ENOENT":
      return "The file does not exist";
    case "EACCES":
    case "EPERM":
      return "The file may not be read by this user";
    case "EISDIR":
      return "It is a folder, not a file";
    default:
      return `The file cannot be read (${messageOf(error)})`;
  }
}
