/** The embedded configuration: what a box holds when nobody has configured anything. */
import type { Config } from "../config/config.ts";
import { loadConfig, type LoadOptions } from "../config/load-config.ts";

const DEFAULTS = JSON.stringify({
  mcpServers: {
    echo: { type: "inprocess", description: "The built-in test server" },
    results: { type: "inprocess", description: "Reads on in results that were too long to show" },
  },
});

export function loadDefaults(surroundings: LoadOptions): Promise<Config> {
  return loadConfig({ ...surroundings, embedded: DEFAULTS });
}
