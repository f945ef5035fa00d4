/** Node, and the folders that we must be able to read and write. */
import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { presenceOf } from "../../config/presence.ts";
import { messageOf } from "../../errors.ts";
import { configFolder, stateFolder, type Environment } from "../../util/paths.ts";
import type { Check } from "./check.ts";

export function checkMachine(env: Environment): readonly Check[] {
  return [
    { name: "Node", result: "ok", message: `${process.versions.node} (${process.execPath})` },
    checkFolder("Configuration folder", () => configFolder(env)),
    checkFolder("State folder", () => stateFolder(env)),
  ];
}

function checkFolder(name: string, find: () => string | undefined): Check {
  try {
    const folder = find();
    if (folder !== undefined) return { name, ...checkAccess(folder) };
    const fix = "Set HOME or XDG_CONFIG_HOME to an absolute path.";
    return { name, result: "doubtful", message: "none, because this user has no home", fix };
  } catch (error) {
    return {
      name,
      result: "broken",
      message: messageOf(error),
      fix: "Set XDG_STATE_HOME to a folder of yours.",
    };
  }
}

/** A folder that does not exist yet is fine where the nearest one above it lets us create it. */
function checkAccess(folder: string): Omit<Check, "name"> {
  let nearest = folder;
  while (presenceOf(nearest) !== "there" && nearest !== dirname(nearest)) nearest = dirname(nearest);
  const isClosed = presenceOf(folder) === "closed";
  const needed = constants.R_OK | constants.W_OK | constants.X_OK;
  try {
    accessSync(nearest, needed);
  } catch {
    const fix = `Make ${nearest} yours to read and write, or point XDG_CONFIG_HOME and XDG_STATE_HOME elsewhere.`;
    return { result: "broken", message: `${nearest} may not be ${isClosed ? "entered" : "written"}`, fix };
  }
  return { result: "ok", message: nearest === folder ? folder : `${folder} (will be created)` };
}
