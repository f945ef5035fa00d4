/** Files and folders that only their owner may read, whatever the umask was and whoever made them before. */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { messageOf, systemCodeOf, TackleError } from "../../errors.ts";
import type { OnWarning } from "../warning.ts";

export function keepFolderPrivate(folder: string, onWarning: OnWarning): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  tighten(folder, 0o700, onWarning);
}

export function keepFilePrivate(path: string, onWarning: OnWarning): void {
  tighten(path, 0o600, onWarning);
}

/** Leaves an existing file alone. It must not be opened here: closing it would drop the locks of our own process. */
export function createEmptyFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (systemCodeOf(error) !== "EEXIST") throw error;
  }
}

const OTHERS = 0o077;
/** A folder like /tmp, which belongs to everybody. */
const STICKY = 0o1000;

function tighten(path: string, mode: number, onWarning: OnWarning): void {
  if (process.platform === "win32") return; // Windows has other permissions, inherited from the user's folder
  const found = statSync(path).mode;
  if ((found & OTHERS) === 0 || (found & STICKY) !== 0) return;
  const was = `${path} could be used by other users (mode ${(found & 0o777).toString(8)})`;
  try {
    chmodSync(path, mode);
    onWarning(
      new TackleError({ code: "permission", message: `${was}; it is now closed (${mode.toString(8)}).` }),
    );
  } catch (error) {
    onWarning(
      new TackleError({
        code: "permission",
        message: `${was}, and that cannot be changed: ${messageOf(error)}`,
        hint: `Run 'chmod ${mode.toString(8)} ${path}' as its owner.`,
      }),
    );
  }
}
