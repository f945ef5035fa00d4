/** The embedded configuration: what a box holds when nobody has configured anything. */
import type { Config } from "../config/config.ts";
import { loadConfig, type LoadOptions } from "../config/load-config.ts";

const DEFAULTS = `{"mcpServers": {"echo": {"type": "inprocess", "description": "The built-in test server"}}}`;

export function loadDefaults(surroundings: LoadOptions): Promise<Config> {
  return loadConfig({ ...surroundings, embedded: DEFAULTS });
}
