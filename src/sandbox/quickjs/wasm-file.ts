/** Where the engine's code is. From source it is in its package; the build replaces this file and puts the code beside ours. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

export function wasmFile(): URL {
  // Seen from the package that depends on it: where else it can be found is the package manager's secret.
  const ofPackage = createRequire(createRequire(import.meta.url).resolve("quickjs-emscripten"));
  return pathToFileURL(ofPackage.resolve("@jitl/quickjs-wasmfile-release-sync/wasm"));
}
