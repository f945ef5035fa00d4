/** What a file says for all servers at once. */
import type { MapEntry } from "./formats/node.ts";
import {
  readBoolean,
  readInteger,
  readStringList,
  type ReadContext,
  type Report,
} from "./validate/read-values.ts";

export interface Settings {
  /** False turns every server of the file off. */
  readonly enabled: boolean;
  /** Milliseconds a call may take on servers that do not say. */
  readonly timeout: number | undefined;
  readonly debug: boolean;
  /** The built-in servers to offer; undefined means the default set. */
  readonly builtin: readonly string[] | undefined;
}

export const DEFAULT_SETTINGS: Settings = {
  enabled: true,
  timeout: undefined,
  debug: false,
  builtin: undefined,
};

export function readSettings(entries: readonly MapEntry[], report: Report): Settings {
  let settings = DEFAULT_SETTINGS;
  for (const { key, keyAt, value } of entries) {
    const context: ReadContext = { field: key, report, readText: (text) => text };
    switch (key) {
      case "enabled":
        settings = { ...settings, enabled: readBoolean(value, context) ?? true };
        break;
      case "timeout":
        settings = { ...settings, timeout: readInteger(value, context) };
        break;
      case "debug":
        settings = { ...settings, debug: readBoolean(value, context) ?? false };
        break;
      case "builtin":
        settings = { ...settings, builtin: readStringList(value, context) };
        break;
      default: {
        const fix = "Known settings: timeout, debug, builtin.";
        report({ severity: "warning", at: keyAt, field: key, message: `Unknown setting '${key}'`, fix });
      }
    }
  }
  return settings;
}
