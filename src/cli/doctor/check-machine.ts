/** Node, and the folders that we must be able to write. */
import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { configFolder, stateFolder, type Environment } from "../../util/paths.ts";
import type { Check } from "./check.ts";

export function checkMachine(env: Environment): Promise<readonly Check[]> {
  return Promise.resolve([
    { name: "Node", result: "ok", message: `${process.versions.node} (${process.execPath})` },
    checkFolder("Configuration folder", configFolder(env)),
    checkFolder("State folder", stateFolder(env)),
  ]);
}

/** A folder that does not exist yet is fine where the nearest one above it lets us create it. */
function checkFolder(name: string, folder: string): Check {
  let nearest = folder;
  while (!existsSync(nearest) && nearest !== dirname(nearest)) nearest = dirname(nearest);
  try {
    accessSync(nearest, constants.W_OK);
    return { name, result: "ok", message: nearest === folder ? folder : `${folder} (will be created)` };
  } catch {
    const fix = `Make ${nearest} writable, or point XDG_CONFIG_HOME and XDG_STATE_HOME elsewhere.`;
    return { name, result: "broken", message: `${nearest} may not be written`, fix };
  }
}
