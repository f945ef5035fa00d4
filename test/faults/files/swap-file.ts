/** Swaps a file for a link and back, as fast as it can, until it is killed: `node swap-file.ts file target`. */
import { renameSync, symlinkSync, writeFileSync } from "node:fs";

const [file = "", target = ""] = process.argv.slice(2);
process.stdout.write("swapping\n");
for (;;) {
  writeFileSync(`${file}.plain`, "plain");
  renameSync(`${file}.plain`, file);
  symlinkSync(target, `${file}.link`);
  renameSync(`${file}.link`, file);
}
