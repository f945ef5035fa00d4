/** Which format a file is in, by its ending. A format's library is loaded only when a file needs it. */
import { extname } from "node:path";
import type { ConfigFormat, FormatName } from "./format.ts";

const ENDINGS: ReadonlyMap<string, FormatName> = new Map([
  [".json", "json"],
  [".jsonc", "json"],
  [".yaml", "yaml"],
  [".yml", "yaml"],
  [".toml", "toml"],
]);

/** The format of a file, or undefined when its ending is none of ours. */
export function formatForFile(path: string): FormatName | undefined {
  return ENDINGS.get(extname(path).toLowerCase());
}

/** The format itself. */
export async function loadFormat(name: FormatName): Promise<ConfigFormat> {
  switch (name) {
    case "json":
      return (await import("./json.ts")).jsonFormat;
    case "yaml":
      return (await import("./yaml.ts")).yamlFormat;
    case "toml":
      return (await import("./toml.ts")).tomlFormat;
  }
}
