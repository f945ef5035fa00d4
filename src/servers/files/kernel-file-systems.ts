/**
 * Folders such as /proc hold no files but the state of running programs, our own environment and memory among it. They are
 * refused wherever they are mounted, also when a root as wide as `/` holds them.
 */
import { statfs } from "node:fs/promises";
import type { StatsFs } from "node:fs";
import { TackleError } from "../../errors.ts";

/** The numbers by which Linux names procfs, sysfs, debugfs, tracefs, securityfs and the two of control groups. */
const KERNEL_TYPES: ReadonlySet<number> = new Set([
  0x9fa0, 0x62656572, 0x64626720, 0x74726163, 0x73636673, 0x27e0eb, 0x63677270,
]);

export function isKernelFileSystem({ type }: Pick<StatsFs, "type">): boolean {
  return process.platform === "linux" && KERNEL_TYPES.has(type);
}

/** To be asked where the device changes on the way: that is where something else is mounted. */
export async function refuseKernelFileSystem(systemPath: string, shown: string): Promise<void> {
  if (!isKernelFileSystem(await statfs(systemPath))) return;
  throw new TackleError({
    code: "policy",
    message: `${shown} shows the kernel's own state and not files`,
    hint: "Choose another path.",
  });
}
