/** Where a file says what may be called, so that whoever is refused can be sent there. */
import type { SettingPlace } from "./config.ts";
import type { MapEntry } from "./formats/node.ts";
import type { WrittenSettings } from "./read-settings.ts";

/** Of the settings that count, each rule of the policy by itself: `allowedTools`, `policy`, `policy[0]` … */
export function placesOfSettings(
  entries: readonly MapEntry[],
  settings: WrittenSettings,
  file: string,
): ReadonlyMap<string, SettingPlace> {
  const places = new Map<string, SettingPlace>();
  for (const { key, keyAt, value } of entries) {
    if ((key !== "allowedTools" && key !== "policy") || settings[key] === undefined) continue;
    places.set(key, { file, line: keyAt.line });
    const rules = key === "policy" && value.kind === "list" ? value.items : [];
    for (const [index, { at }] of rules.entries()) places.set(`policy[${index}]`, { file, line: at.line });
  }
  return places;
}
