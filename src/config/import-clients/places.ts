/**
 * Where programs keep their configuration on the three systems. Everything comes from the environment that is handed in, so
 * that each system's paths can be told on any other. A place that cannot be known is an empty list.
 */
import { posix, win32, type PlatformPath } from "node:path";
import type { Environment } from "../../util/paths.ts";

export interface Places {
  readonly platform: NodeJS.Platform;
  readonly home: string | undefined;
  readonly env: Environment;
  readonly cwd: string;
}

/** How paths are written there. */
export function pathsOf({ platform }: Pick<Places, "platform">): PlatformPath {
  return platform === "win32" ? win32 : posix;
}

export function inHome(places: Places, ...steps: readonly string[]): string[] {
  return places.home === undefined ? [] : [pathsOf(places).join(places.home, ...steps)];
}

/** Where a desktop program keeps its data: `~/.config`, `~/Library/Application Support` or `%APPDATA%`. */
export function inApplicationData(places: Places, ...steps: readonly string[]): string[] {
  switch (places.platform) {
    case "darwin":
      return inHome(places, "Library", "Application Support", ...steps);
    case "win32":
      return inFolderOf(places, "APPDATA", steps) ?? inHome(places, "AppData", "Roaming", ...steps);
    default:
      return inDotConfig(places, ...steps);
  }
}

/** `$XDG_CONFIG_HOME`, else `~/.config`, on every system: the habit of command-line programs. */
export function inDotConfig(places: Places, ...steps: readonly string[]): string[] {
  return inFolderOf(places, "XDG_CONFIG_HOME", steps) ?? inHome(places, ".config", ...steps);
}

/** In the folder that a variable names; undefined when it does not. */
export function inFolderOf(places: Places, name: string, steps: readonly string[]): string[] | undefined {
  const folder = places.env[name];
  const paths = pathsOf(places);
  return folder !== undefined && paths.isAbsolute(folder) ? [paths.join(folder, ...steps)] : undefined;
}

/** In the user folder of VS Code and of the editors that are built from it. */
export function inCodeUser(places: Places, ...steps: readonly string[]): string[] {
  const products = ["Code", "Code - Insiders", "VSCodium"];
  return products.flatMap((product) => inApplicationData(places, product, "User", ...steps));
}
