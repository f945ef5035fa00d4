/**
 * Makes dist/: the command line, bundled with its dependencies so that it starts fast, and the library, which leaves its
 * dependencies to whoever installs it.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { build, type BuildOptions } from "rolldown";
import { isBuilt, noteBuilt } from "./built.ts";
import { workerFiles } from "./worker-files.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

/**
 * What `tackle list` needs becomes one chunk, because every file costs a third of a millisecond at start. All else is split
 * by command, and heavy libraries stay apart until they are used.
 */
const CORE = [
  /^(errors|types)\.ts$/,
  /^config\/(?!edit-file|file-to-edit|config-identity|connect-clients\/|env-file|watch|difference|check-server|import-clients\/|presets\/|server-json\/|formats\/(yaml|toml))/,
  /^util\/(?!atomic-write|file-lock|load-sqlite|temporary-files|find-program|off-thread\/|parse-javascript|processes\/|http\/|log\/(file|append|stderr|format))/,
  /^gate\/trust\.ts$/,
  /^store\/approved-servers\.ts$/,
  /^cli\/(output\/|commands\/list\.ts$)/,
  /^cli\/(main|command|command-list|parse-arguments|long-spellings|terminal|open-log|read-config|describe-server)\.ts$/,
];

function isCore(id: string): boolean {
  if (id.includes("/node_modules/")) return id.includes("/jsonc-parser/");
  const path = id.split("/src/").at(-1) ?? "";
  return CORE.some((pattern) => pattern.test(path));
}

const common: BuildOptions = {
  platform: "node",
  preserveEntrySignatures: false,
  // Some dependencies ship CommonJS as "main"; their "module" can be shaken.
  resolve: { mainFields: ["module", "main"] },
  transform: { target: "node22", define: { TACKLEBOX_VERSION: JSON.stringify(version) } },
  logLevel: "warn",
};

async function buildAll(): Promise<void> {
  rmSync("dist", { recursive: true, force: true });
  await build({
    ...common,
    input: { tackle: "src/cli/tackle.ts" },
    plugins: [workerFiles(common)],
    output: {
      dir: "dist",
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
      minify: { compress: true, mangle: false, codegen: false },
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: "core", test: isCore }] },
    },
  });
  await build({
    ...common,
    input: { index: "src/index.ts" },
    plugins: [workerFiles(common)],
    external: /^[^./]/,
    preserveEntrySignatures: "strict",
    output: { dir: "dist/library", format: "esm", chunkFileNames: "chunks/[name]-[hash].js" },
  });
  execFileSync("tsc", ["-p", "tsconfig.build.json"], { stdio: "inherit" });
  chmodSync("dist/tackle.js", 0o755);
  noteBuilt();
}

if (!isBuilt()) await buildAll();
