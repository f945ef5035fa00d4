/**
 * What a bundle needs besides its own code: the files that run in threads, each bundled by itself so that a thread loads nothing
 * else, and the engine of the sandbox. A file names a thread with `new URL("./name-worker.ts", import.meta.url)`.
 */
import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { build, type BuildOptions, type Plugin } from "rolldown";
import { wasmFile } from "../src/sandbox/quickjs/wasm-file.ts";

const THREAD = /new URL\("(\.[\w./-]+-worker\.ts)", import\.meta\.url\)/g;

export function workerFiles(options: BuildOptions): Plugin {
  return {
    name: "worker-files",
    /** From source the engine is found in its package; the bundle has its own, of exactly the version that it was built with. */
    load: {
      filter: { id: /\/sandbox\/quickjs\/wasm-file\.ts$/ },
      async handler() {
        const source = await readFile(wasmFile());
        const file = this.emitFile({ type: "asset", fileName: "threads/quickjs.wasm", source });
        return `export const wasmFile = () => new URL(import.meta.ROLLUP_FILE_URL_${file});`;
      },
    },
    transform: {
      filter: { id: /\/src\/.*\.ts$/, code: /-worker\.ts", import\.meta\.url/ },
      async handler(code, id) {
        let changed = code;
        for (const [text, path = ""] of code.matchAll(THREAD)) {
          const fileName = `threads/${basename(path, ".ts")}.js`;
          const source = await bundleThread(resolve(dirname(id), path), options);
          const file = this.emitFile({ type: "asset", fileName, source });
          changed = changed.replace(text, `new URL(import.meta.ROLLUP_FILE_URL_${file})`);
        }
        return changed;
      },
    },
  };
}

/** One file with everything in it: a thread that is started often should not look for files. */
async function bundleThread(input: string, options: BuildOptions): Promise<string> {
  const { output } = await build({
    ...options,
    input,
    write: false,
    output: {
      format: "esm",
      codeSplitting: false,
      minify: { compress: true, mangle: false, codegen: false },
    },
  });
  return output[0].code;
}
