/**
 * Bundles the command line into dist/. Small modules that most commands need become one chunk, because every file costs a
 * third of a millisecond at start; each command and each heavy library stays apart, and loads only when it is used.
 */
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { build } from "rolldown";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

/** What `tackle list` needs: reading JSON configuration and printing a table. */
function isCore(id: string): boolean {
  const path = id.split("/src/").at(-1) ?? "";
  if (id.includes("node_modules")) return id.includes("jsonc-parser");
  if (/^config\/(edit-file|watch|difference|check-server|formats\/(yaml|toml))/.test(path)) return false;
  if (
    /^util\/(atomic-write|file-lock|load-sqlite|temporary-files|find-program|log\/(file|append|stderr|format))/.test(
      path,
    )
  )
    return false;
  return /^(errors|types|util|config|gate\/trust|store\/approved-servers|cli\/(main|command\.|command-list|parse|long|terminal|open-log|output|read-config|describe|commands\/list))/.test(
    path,
  );
}

rmSync("dist", { recursive: true, force: true });
await build({
  input: { tackle: "src/cli/tackle.ts" },
  platform: "node",
  preserveEntrySignatures: false,
  // Some dependencies ship CommonJS as "main"; their "module" can be shaken.
  resolve: { mainFields: ["module", "main"] },
  transform: { target: "node22", define: { TACKLEBOX_VERSION: JSON.stringify(version) } },
  output: {
    dir: "dist",
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    minify: { compress: true, mangle: false, codegen: false },
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: "core", test: isCore }] },
  },
  logLevel: "warn",
});
chmodSync("dist/tackle.js", 0o755);
