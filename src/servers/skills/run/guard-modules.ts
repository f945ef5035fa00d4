/**
 * Sees to it that a skill runs the code that was read, and approved, and no other: each file is compared by its hash in the
 * instant in which it is loaded, so that nothing can be swapped in between. Packages, which are imported by name, are the
 * business of whoever installed them.
 */
import { hash } from "node:crypto";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

/** `files`: by absolute path, each with its SHA-256. */
export function guardModules(files: ReadonlyMap<string, string>): void {
  const ofPackages = new Set<string>();
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      const isInside = context.parentURL !== undefined && ofPackages.has(context.parentURL);
      if (isInside || isPackageName(specifier)) ofPackages.add(resolved.url);
      return resolved;
    },
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const path = url.startsWith("file:") ? fileURLToPath(url) : undefined;
      const isData = loaded.format === "json";
      const expected = path && files.get(path);
      if (path === undefined || (expected === undefined && (isData || ofPackages.has(url)))) return loaded;
      if (expected === undefined)
        throw new Error(
          `${path} is no part of the skill as it was read; import it by a relative path, written as text`,
        );
      const { source } = loaded;
      const bytes = source === undefined || source === null ? undefined : bytesOf(source);
      if (bytes === undefined || hash("sha256", bytes) !== expected)
        throw new Error(`${path} changed since the skill was read`);
      return loaded;
    },
  });
}

function isPackageName(specifier: string): boolean {
  return !/^(?:\.{0,2}\/|\.{1,2}$|#|[a-z]+:)/.test(specifier);
}

function bytesOf(source: string | ArrayBuffer | NodeJS.TypedArray): Uint8Array {
  if (typeof source === "string") return Buffer.from(source);
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
