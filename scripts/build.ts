/** Bundles the command line into dist/: one file per command, shared code split out, so that each loads only what it needs. */
import { readFileSync, rmSync, chmodSync } from "node:fs";
import { build } from "esbuild";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: { tackle: "src/cli/tackle.ts" },
  outdir: "dist",
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22.18",
  // Some dependencies ship CommonJS as "main" and ES modules as "module"; the latter can be split and shaken.
  mainFields: ["module", "main"],
  define: { TACKLEBOX_VERSION: JSON.stringify(version) },
  banner: {
    js: `import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);`,
  },
  minifySyntax: true,
  legalComments: "none",
  logLevel: "warning",
});
chmodSync("dist/tackle.js", 0o755);
