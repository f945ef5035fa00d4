/** Bytes of a document → text, in the encoding that it names or that fits. */

const META = /<meta[^>]{0,500}charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;

/** The order of the HTML standard: a byte order mark, the header, the page itself; then UTF-8 if it is valid. */
export function decodeText(bytes: Buffer, contentType: string): string {
  const label =
    markOf(bytes) ?? /charset\s*=\s*"?\s*([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? metaOf(bytes);
  const named = label === undefined ? undefined : tryDecode(bytes, { label, fatal: false });
  return named ?? tryDecode(bytes, { label: "utf-8", fatal: true }) ?? guess(bytes);
}

function markOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : undefined;
}

function metaOf(bytes: Buffer): string | undefined {
  return META.exec(bytes.toString("latin1", 0, 2048))?.[1];
}

/** Undefined when the encoding is unknown, or the bytes are not of it and that matters. */
function tryDecode(bytes: Buffer, { label, fatal }: { label: string; fatal: boolean }): string | undefined {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Cut in the middle of a character, UTF-8 is not valid any more; what has many faults is an old western encoding. */
function guess(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  const faults = text.split("\uFFFD").length - 1;
  return faults <= 3 || bytes.includes(0) ? text : new TextDecoder("windows-1252").decode(bytes);
}
