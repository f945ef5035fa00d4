/** The type of an image by its first bytes, for those types that every client can show; names and endings prove nothing. */
const SIGNATURES: readonly (readonly [mimeType: string, offset: number, bytes: string])[] = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/gif", 0, "GIF87a"],
  ["image/gif", 0, "GIF89a"],
  ["image/webp", 8, "WEBP"],
];

export function imageTypeOf(bytes: Buffer): string | undefined {
  const found = SIGNATURES.find(
    ([, offset, signature]) => bytes.toString("latin1", offset, offset + signature.length) === signature,
  );
  return found?.[0];
}
