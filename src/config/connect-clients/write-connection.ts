/** Writes a planned change into a client's file: as a whole, only if nobody changed the file meanwhile, and after a backup. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { systemCodeOf } from "../../errors.ts";
import { atomicWrite } from "../../util/atomic-write.ts";
import { withFileLock } from "../../util/file-lock.ts";
import { stateFolder, type Environment } from "../../util/paths.ts";
import { textToWrite } from "../file-to-edit.ts";
import type { ConnectionPlan } from "./plan-connection.ts";

/** Gives the file that holds what was there before; undefined when there was nothing. */
export function writeConnection(plan: ConnectionPlan, env: Environment): Promise<string | undefined> {
  const { file, before, after } = plan;
  return withFileLock(join(stateFolder(env), "config-edit.lock"), {}, async () => {
    const backup = before === undefined ? undefined : await backUp(file, before.bytes);
    await atomicWrite(file, textToWrite(after, before), {
      createParents: true,
      expectedHash: before?.hash ?? null,
    });
    return backup;
  });
}

/** Never over an older one, which may be the last that holds what somebody wants back. */
async function backUp(file: string, bytes: Uint8Array): Promise<string> {
  for (let number = 1; ; number++) {
    const backup = `${file}.tacklebox-backup${number === 1 ? "" : `-${number}`}`;
    const older = contentOf(backup);
    if (older instanceof Uint8Array && older.equals(bytes)) return backup;
    if (older !== "absent") continue;
    await atomicWrite(backup, bytes, { expectedHash: null });
    return backup;
  }
}

function contentOf(file: string): Buffer | "absent" | "unreadable" {
  try {
    return readFileSync(file);
  } catch (error) {
    return systemCodeOf(error) === "ENOENT" ? "absent" : "unreadable"; // the next number is as good
  }
}
