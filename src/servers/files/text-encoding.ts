/**
 * Bytes ↔ text, so that bytes which no edit touches come back as they were: the encoding and the byte order mark are kept.
 * What is not text is said to be binary and never guessed at.
 */
import { isUtf8 } from "node:buffer";
import { TackleError } from "../../errors.ts";

export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
type Encoding = (typeof ENCODINGS)[number];

export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
  readonly hasBom: boolean;
}

/** Undefined for binary content. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return decodeAs(bytes.subarray(3), "utf-8", true);
  if (first === 0xff && second === 0xfe) return decodeAs(bytes.subarray(2), "utf-16le", true);
  if (first === 0xfe && second === 0xff) return decodeAs(bytes.subarray(2), "utf-16be", true);
  if (bytes.includes(0)) return undefined;
  if (isUtf8(bytes)) return decodeAs(bytes, "utf-8", false);
  return hasOnlyTextBytes(bytes) ? decodeAs(bytes, "windows-1252", false) : undefined;
}

/** Throws for a character that the encoding does not have. */
export function encodeText({ text, encoding, hasBom }: DecodedText): Buffer {
  const mark = hasBom ? "\uFEFF" : "";
  switch (encoding) {
    case "utf-8":
      return Buffer.from(mark + text, "utf8");
    case "utf-16le":
      return Buffer.from(mark + text, "utf16le");
    case "utf-16be":
      return Buffer.from(mark + text, "utf16le").swap16();
    case "windows-1252":
      return Buffer.from(Array.from(text, toWindows1252));
  }
}

function decodeAs(bytes: Uint8Array, encoding: Encoding, hasBom: boolean): DecodedText | undefined {
  try {
    // The mark is cut off by us: a second one would be content.
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, encoding, hasBom };
  } catch {
    return undefined; // it says that it is such a text, and is not
  }
}

/** Old Western texts have letters above 127, but no control characters besides those of layout. */
function hasOnlyTextBytes(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 0x20 || (byte >= 0x07 && byte <= 0x0d) || byte === 0x1b);
}

let windows1252: ReadonlyMap<string, number> | undefined;

function toWindows1252(character: string): number {
  windows1252 ??= new Map(
    Array.from(
      new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
      (one, byte) => [one, byte],
    ),
  );
  const byte = windows1252.get(character);
  if (byte !== undefined) return byte;
  throw new TackleError({
    code: "usage",
    message: `The file is in windows-1252, which has no '${character}'`,
    hint: "Write the whole file anew to change it to UTF-8.",
  });
}
