#!/usr/bin/env node
/**
 * The binary's first file. It must parse on any Node, say one clear sentence on one that is too old, and answer
 * a lone `--version` without loading anything else.
 */
declare const TACKLEBOX_VERSION: string;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `tackle needs Node 22.18 or newer, and this is Node ${process.versions.node} (${process.execPath}): get one at https://nodejs.org\n`,
  );
  process.exitCode = 1;
} else if (process.argv.length === 3 && (process.argv[2] === "--version" || process.argv[2] === "-v")) {
  process.stdout.write(`${TACKLEBOX_VERSION}\n`);
} else {
  void start();
}

/** A function, because an `await` outside of one is a syntax error to the oldest that should read the sentence above. */
async function start(): Promise<void> {
  const { enableCompileCache } = await import("node:module");
  enableCompileCache();
  const { main } = await import("./main.ts");
  await main(process.argv.slice(2), TACKLEBOX_VERSION);
}
