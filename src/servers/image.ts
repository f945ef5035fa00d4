/** Pictures as results: `image(bytes, "image/png")` alone, or as one block of `{ content: [...] }`. */
import type { ImageContent } from "@modelcontextprotocol/server";
import { TackleError } from "../errors.ts";

/** Blocks that `image` made, so that a tool's own data of the same form is never mistaken for one. */
const IMAGES = new WeakSet<object>();

export function image(bytes: Uint8Array, mimeType: string): ImageContent {
  if (!/^image\/[\w.+-]+$/.test(mimeType)) {
    throw new TackleError({
      code: "usage",
      message: `'${mimeType.slice(0, 100)}' is not the type of an image`,
      hint: "Give a type such as 'image/png'.",
    });
  }
  const { buffer, byteOffset, byteLength } = bytes;
  const data = Buffer.from(buffer, byteOffset, byteLength).toString("base64");
  const block: ImageContent = { type: "image", data, mimeType };
  IMAGES.add(block);
  return block;
}

export function isImage(value: object): value is ImageContent {
  return IMAGES.has(value);
}
