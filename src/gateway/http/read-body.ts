/** The body of a request, no longer than it may be. */
import type { IncomingMessage } from "node:http";

export type Body =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "too-long" }
  | { readonly kind: "broken" };

export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
      resolve({ kind: "too-long" });
      return;
    }
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        request.pause();
        resolve({ kind: "too-long" });
      } else if (first === undefined) first = chunk;
      else (more ??= [first]).push(chunk);
    });
    request.on("end", () => {
      const whole = more === undefined ? first : Buffer.concat(more);
      resolve({ kind: "text", text: whole?.toString("utf8") ?? "" });
    });
    request.on("error", () => resolve({ kind: "broken" }));
    request.on("aborted", () => resolve({ kind: "broken" }));
  });
}
