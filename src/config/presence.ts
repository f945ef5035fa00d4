/** Whether a file is there. Unlike `existsSync` it does not take a folder that is closed to us for an empty one. */
import { statSync } from "node:fs";
import { systemCodeOf } from "../errors.ts";

/** `closed`: a folder on the way may not be entered by this user, so that nobody can tell. */
export type Presence = "there" | "absent" | "closed";

export function presenceOf(path: string): Presence {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined ? "absent" : "there";
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === "EACCES" || code === "EPERM") return "closed";
    // No file can have a name that long; for the rest (a loop of links, a lost disk), reading it will say why not.
    return code === "ENAMETOOLONG" ? "absent" : "there";
  }
}
