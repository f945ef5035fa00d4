/** All presets, found by name, by another name, or by a word of what they do. */
import { nearest } from "../../util/nearest.ts";
import { CODE_AND_CLOUD } from "./data/code-and-cloud.ts";
import { DATA_AND_WORK } from "./data/data-and-work.ts";
import { FILES_AND_WEB } from "./data/files-and-web.ts";
import type { Preset } from "./preset.ts";

export const PRESETS: readonly Preset[] = [...FILES_AND_WEB, ...CODE_AND_CLOUD, ...DATA_AND_WORK].sort(
  (a, b) => (a.name < b.name ? -1 : 1),
);

export function presetNamed(name: string): Preset | undefined {
  const wanted = plain(name);
  return PRESETS.find((preset) => namesOf(preset).some((one) => plain(one) === wanted));
}

/** Presets in which every word occurs; those whose name begins with the query come first. */
export function searchPresets(query: string): readonly Preset[] {
  const words = query.toLowerCase().split(/\s+/);
  const found = PRESETS.filter((preset) => {
    const text = textOf(preset);
    return words.every((word) => text.includes(word));
  });
  const isNamed = (preset: Preset): boolean =>
    namesOf(preset).some((name) => name.startsWith(words[0] ?? ""));
  return [...found.filter(isNamed), ...found.filter((preset) => !isNamed(preset))];
}

/** Names that were probably meant. */
export function presetsNear(name: string): readonly string[] {
  const near = nearest(name, PRESETS.flatMap(namesOf), { max: 3 });
  const named = near.flatMap((one) => presetNamed(one)?.name ?? []);
  const mentioned = name.length < 3 ? [] : searchPresets(name).map((preset) => preset.name);
  return [...new Set([...named, ...mentioned])].slice(0, 3);
}

function namesOf({ name, aliases = [] }: Preset): readonly string[] {
  return [name, ...aliases];
}

function textOf(preset: Preset): string {
  const { title, description, category } = preset;
  return [...namesOf(preset), title, description, category].join(" ").toLowerCase();
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/g, "");
}
