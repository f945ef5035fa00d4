/** Swaps a folder for a link and back, as fast as it can, until it is killed: `node swap-folder.ts folder target`. */
import { renameSync, symlinkSync, unlinkSync } from "node:fs";

const [folder = "", target = ""] = process.argv.slice(2);
process.stdout.write("swapping\n");
for (;;) {
  try {
    renameSync(folder, `${folder}.kept`);
    symlinkSync(target, folder);
    unlinkSync(folder);
    renameSync(`${folder}.kept`, folder);
  } catch {
    // Whoever is under attack may create or delete the name meanwhile; the next round starts from what is there.
    try {
      unlinkSync(folder);
    } catch {
      // It is a folder again.
    }
    try {
      renameSync(`${folder}.kept`, folder);
    } catch {
      // It is in its place.
    }
  }
}
